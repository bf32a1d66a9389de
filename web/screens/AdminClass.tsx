import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { OfficeClasses } from '#web/enrolment/classes/office/OfficeClasses.tsx'
import { useOfficeTab } from '#web/school/config/shared/useOfficeTab.ts'
import { Page } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/States.tsx'

const OfficeTabs = lazily(() => import('#web/school/config/shared/OfficeTabs.tsx').then(module => module.OfficeTabs))
const ClassPage = withPage(() => import('#web/screens/ClassPage.tsx').then(module => module.default))
const PasteClasses = withPage(() => import('#web/screens/PasteClasses.tsx').then(module => module.default))
const OfficeCancelClass = withPage(() =>
  import('#web/enrolment/cancellations/office/OfficeCancelClass.tsx').then(module => module.OfficeCancelClass),
)

/** The terms, and the school days of the current one. */
const Terms = withPage(async () => {
  const [{ OfficeTerms }, { OfficeTermDays }] = await Promise.all([
    import('#web/school/terms/office/OfficeTerms.tsx'),
    import('#web/enrolment/cancellations/office/OfficeTermDays.tsx'),
  ])
  return () => (
    <>
      <OfficeTerms />
      <OfficeTermDays />
    </>
  )
})
const OfficeParts = withPage(() =>
  import('#web/enrolment/classes/office/OfficeParts.tsx').then(module => module.OfficeParts),
)

/**
 * All classes of a term, the terms, and the building blocks of classes. With `id` in the address it shows the page of
 * one class, with `do` the rows of classes pasted from a spreadsheet.
 */
export default function AdminClass() {
  const t = useTranslations('officeClasses')
  const [url, change] = useUrlState()
  const { open: tab } = useOfficeTab('/adminclass')
  const onCancel = (id: string) => change({ cancel: id })
  return (
    <>
      {url['do'] ? (
        <Suspense>
          <PasteClasses />
        </Suspense>
      ) : tab === 'classes' && url['id'] && url['id'] !== 'new' ? (
        <Suspense>
          <ClassPage key={url['id']} id={url['id']} onCancel={onCancel} />
        </Suspense>
      ) : (
        <Page title={t('title')} {...(tab === 'classes' && { lead: t('lead') })}>
          <div data-noprint className="mb-5 min-h-control">
            <OfficeTabs screen="/adminclass" label={t('title')} />
          </div>
          <Suspense fallback={<Loading onRetry={() => location.reload()} />}>
            {tab === 'classes' ? <OfficeClasses onCancel={onCancel} /> : tab === 'terms' ? <Terms /> : <OfficeParts />}
          </Suspense>
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
