import { Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { OfficeTabs } from '#web/school/config/shared/OfficeTabs.tsx'
import { useOfficeTab } from '#web/school/config/shared/useOfficeTab.ts'
import { Page } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/States.tsx'

const OfficeImports = withPage(() =>
  import('#web/exchange/imports/OfficeImports.tsx').then(module => module.OfficeImports),
)
const OfficePromotion = withPage(() =>
  import('#web/enrolment/promotions/office/OfficePromotion.tsx').then(module => module.OfficePromotion),
)

/**
 * Work on many students at once, which can be undone at once: moving them to the next term, and importing a
 * spreadsheet. A person who may not open the tab that the address names sees the `list`.
 */
export default function StudentWork({ list }: { list: ReactNode }) {
  const t = useTranslations('adminStudent')
  const { open: tab } = useOfficeTab('/adminstudent')
  const undo = useUndoBatch()
  if (tab === 'students') return list
  return (
    <Page title={t('title')}>
      <div data-noprint className="mb-5">
        <OfficeTabs screen="/adminstudent" label={t('title')} />
      </div>
      <Suspense fallback={<Loading onRetry={() => location.reload()} />}>
        {tab === 'promotion' ? <OfficePromotion undo={undo} /> : <OfficeImports undo={undo} />}
      </Suspense>
    </Page>
  )
}
