import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { OfficeClasses } from '#web/enrolment/classes/office/OfficeClasses.tsx'
import { Page } from '#web/ui/Page.tsx'

const ClassPage = withPage(() => import('#web/screens/ClassPage.tsx').then(module => module.default))
const PasteClasses = withPage(() => import('#web/screens/PasteClasses.tsx').then(module => module.default))
const OfficeCancelClass = withPage(() =>
  import('#web/enrolment/cancellations/office/OfficeCancelClass.tsx').then(module => module.OfficeCancelClass),
)

/** All classes of a term; with an `id` in the address the page of one of them, and with `do` their rows from a spreadsheet. */
export default function AdminClass() {
  const t = useTranslations('officeClasses')
  const [url, change] = useUrlState()
  const onCancel = (id: string) => change({ cancel: id })
  return (
    <>
      {url['do'] ? (
        <Suspense>
          <PasteClasses />
        </Suspense>
      ) : url['id'] && url['id'] !== 'new' ? (
        <Suspense>
          <ClassPage key={url['id']} id={url['id']} onCancel={onCancel} />
        </Suspense>
      ) : (
        <Page title={t('title')} lead={t('lead')}>
          <OfficeClasses onCancel={onCancel} />
        </Page>
      )}
      <Suspense>
        {url['cancel'] && (
          <OfficeCancelClass
            key={url['cancel']}
            sectionId={url['cancel']}
            onClose={() => change({ cancel: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}
