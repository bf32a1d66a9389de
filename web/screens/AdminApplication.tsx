import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Application } from '#contract/enrolment/applications.ts'
import { useOfficeTab } from '#web/school/config/shared/useOfficeTab.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { OfficeApplications } from '#web/enrolment/applications/office/OfficeApplications.tsx'
import { DecideLevel } from '#web/enrolment/placements/DecideLevel.tsx'
import { OfficePlacements } from '#web/enrolment/placements/office/OfficePlacements.tsx'
import { OfficeVisits } from '#web/enrolment/visits/office/OfficeVisits.tsx'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/States.tsx'

const OfficeTabs = lazily(() => import('#web/school/config/shared/OfficeTabs.tsx').then(module => module.OfficeTabs))
const OfficeLotteries = withPage(() =>
  import('#web/enrolment/lotteries/office/OfficeLotteries.tsx').then(module => module.OfficeLotteries),
)

/** Decides on a child's level from the application. */
const Placing = ({ application, onClose }: { application: Application; onClose: () => void }) => {
  const waiting = useReadLater('placements-waiting', {})
  const courses = waiting.data?.find(({ enrolmentId }) => enrolmentId === application.id)?.courses
  return courses ? (
    <DecideLevel
      studentId={application.studentId}
      student={application.student}
      nativeName={application.nativeName}
      courseId={application.courseId}
      courses={courses}
      onClose={onClose}
    />
  ) : null
}

/** The requests that wait for the school's approval (classes, drop-ins, levels), and the lotteries. */
export default function AdminApplication() {
  const t = useTranslations('applications')
  const { open: tab } = useOfficeTab('/adminapplication')
  const counts = usePages('applications-list', {}).first?.counts
  const levels = useReadLater('placements-waiting', {}).data?.length
  const [placing, setPlacing] = useState<Application | null>(null)
  return (
    <Page title={t('title')}>
      <p className="-mt-2 mb-4 max-w-[66ch] text-ink-2">{t('lead')}</p>
      <div data-noprint className="mb-4 min-h-control">
        <OfficeTabs
          screen="/adminapplication"
          label={t('title')}
          counts={{ waiting: counts && counts.class + counts.visit, placements: levels || undefined }}
        />
      </div>
      <Suspense fallback={<Loading onRetry={() => location.reload()} />}>
        {tab === 'visits' ? (
          <OfficeVisits />
        ) : tab === 'placements' ? (
          <OfficePlacements />
        ) : tab === 'lotteries' ? (
          <OfficeLotteries />
        ) : (
          <OfficeApplications filters onPlace={setPlacing} />
        )}
      </Suspense>
      {placing && <Placing application={placing} onClose={() => setPlacing(null)} />}
    </Page>
  )
}
