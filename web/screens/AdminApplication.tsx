import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Application } from '#contract/enrolment/applications.ts'
import { useReadLater } from '#web/wire/call.ts'
import { OfficeApplications } from '#web/enrolment/applications/office/OfficeApplications.tsx'
import { DecideLevel } from '#web/enrolment/placements/DecideLevel.tsx'
import { OfficePlacements } from '#web/enrolment/placements/office/OfficePlacements.tsx'
import { OfficeVisits } from '#web/enrolment/visits/office/OfficeVisits.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

const tabs = ['waiting', 'visits', 'placements'] as const

/** Decides about the level of a child from its application. */
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

/** What waits for the school's word: classes, guests of a day, levels. */
export default function AdminApplication() {
  const t = useTranslations('applications')
  const [url, change] = useUrlState()
  const tab = tabs.find(each => each === url['tab']) ?? 'waiting'
  const counts = useReadLater('applications-list', {}).data?.counts
  const levels = useReadLater('placements-waiting', {}).data?.length
  const [placing, setPlacing] = useState<Application | null>(null)
  return (
    <Page title={t('title')}>
      <p className="-mt-2 mb-4 max-w-[70ch] text-ink-2">{t('lead')}</p>
      <Tabs
        label={t('title')}
        value={tab}
        onChange={key =>
          change({
            tab: key === 'waiting' ? undefined : key,
            search: undefined,
            kind: undefined,
            state: undefined,
            when: undefined,
          })
        }
        tabs={[
          { key: 'waiting', label: t('tabs.waiting'), ...(counts && { count: counts.class + counts.visit }) },
          { key: 'visits', label: t('tabs.visits') },
          { key: 'placements', label: t('tabs.placements'), ...(levels && { count: levels }) },
        ]}
      >
        <div className="pt-4">
          {tab === 'waiting' && <OfficeApplications filters onPlace={setPlacing} />}
          {tab === 'visits' && <OfficeVisits />}
          {tab === 'placements' && <OfficePlacements />}
        </div>
      </Tabs>
      {placing && <Placing application={placing} onClose={() => setPlacing(null)} />}
    </Page>
  )
}
