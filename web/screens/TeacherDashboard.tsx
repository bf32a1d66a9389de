import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { readAhead, useRead } from '#web/wire/call.ts'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useSearch } from '#web/routing/routing.tsx'
import { ReportedAbsences } from '#web/teaching/absences/ReportedAbsences.tsx'
import { UnsentRolls } from '#web/teaching/absences/UnsentRolls.tsx'
import { CalledOff } from '#web/enrolment/cancellations/CalledOff.tsx'
import { CalendarFeed } from '#web/communication/events/CalendarFeed.tsx'
import { NextEvents } from '#web/communication/events/NextEvents.tsx'
import { HomeworkCard } from '#web/teaching/assignments/HomeworkCard.tsx'
import { IllNotice } from '#web/people/teachers/IllNotice.tsx'
import { MeetingList } from '#web/people/teachers/Meetings.tsx'
import { Count } from '#web/ui/Marks.tsx'
import { WaitingLevels } from '#web/enrolment/placements/WaitingLevels.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const loadRoll = () => import('#web/teaching/absences/RollCall.tsx').then(module => module.RollCall)
const RollCall = withPage(loadRoll)

// Most visits read no message, so its code loads on demand.
const EventSheet = lazily(() => import('#web/communication/events/EventSheet.tsx').then(module => module.EventSheet))
const MessagesPanel = lazily(() =>
  import('#web/communication/messages/MessagesPanel.tsx').then(module => module.MessagesPanel),
)
const TeacherGradeBook = lazily(
  () => import('#web/teaching/grades/TeacherGradeBook.tsx').then(module => module.TeacherGradeBook),
  <Loading />,
)

// Shown below the day itself.
const BusyTimes = lazily(
  () => import('#web/people/teachers/BusyTimes.tsx').then(module => module.BusyTimes),
  <Loading />,
)

/** Prefetches the rolls of the day and their code, for a room without a connection. */
const useRollsAhead = (meetingIds: readonly string[]): void => {
  const asked = meetingIds.join(' ')
  useEffect(() => {
    // A failed request is repeated when the roll is opened.
    loadRoll().catch(() => undefined)
    for (const meetingId of asked.split(' ').filter(Boolean)) void readAhead('absences-roll', { meetingId })
  }, [asked])
}

const Today = () => {
  const t = useTranslations('teaching')
  const record = useTranslations('record')
  const messages = useTranslations('messages')
  const planning = useTranslations('planning.busy')
  const format = useFormat()
  const [{ event, messages: shown }, change] = useUrlState()
  const { today, meetings, next, missing, absences } = useRead('teachers-today', {})
  useRollsAhead([...meetings, ...next].map(({ meetingId }) => meetingId))
  const nextDay = next[0]?.onDay
  const isFree = meetings.length === 0 && !nextDay && missing.length === 0
  const nextCard = nextDay && (
    <Card
      title={t('next', { day: format.day(nextDay, 'weekday') })}
      aside={<IllNotice onDay={nextDay} meetings={next} absences={absences} />}
    >
      <MeetingList meetings={next} />
    </Card>
  )
  return (
    <Page
      board
      title={t('title')}
      above={format.day(today, 'long')}
      actions={
        <>
          <ButtonLink to="/teacherdashboard/" search={{ messages: 'write' }} variant="board">
            {messages('inbox.writeClass')}
          </ButtonLink>
          <ButtonLink to="/student" search={{ section: 'mine' }} variant="board">
            {t('classList')}
          </ButtonLink>
          <ButtonLink to="/teacherdashboard/" search={{ grades: 'mine' }} variant="board">
            {t('gradeBook')}
          </ButtonLink>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <UnsentRolls />
          {isFree && <Empty>{t('free')}</Empty>}
          {meetings.length > 0 && (
            <Card title={t('today')} aside={<IllNotice onDay={today} meetings={meetings} absences={absences} />}>
              <MeetingList meetings={meetings} isMain />
            </Card>
          )}
          <CalledOff />
          {meetings.length === 0 && nextCard}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:col-start-2 xl:row-span-2">
          {(meetings.length > 0 || nextDay) && (
            <Card title={record('absence.title')}>
              <ReportedAbsences
                filter={{ fromDay: meetings.length > 0 ? today : (nextDay ?? today), toDay: nextDay ?? today }}
                none={record('absence.noneTeacher')}
              />
            </Card>
          )}
          <WaitingLevels isQuiet />
          <HomeworkCard />
          <NextEvents to="/teacherdashboard/" />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {missing.length > 0 && (
            <Card
              title={t('missing')}
              aside={<Count value={missing.length} label={t('missingCount', { n: missing.length })} />}
            >
              <p className="mb-4 text-sm text-ink-2">{t('missingText')}</p>
              <MeetingList meetings={missing} withDay isMain={meetings.length === 0} />
            </Card>
          )}
          {meetings.length > 0 && nextCard}
          <Card title={planning('title')}>
            <p className="mb-3 text-sm text-ink-2">{planning('hint')}</p>
            <BusyTimes mayChange />
          </Card>
          <CalendarFeed isTeacher />
        </div>
      </div>
      {shown !== undefined && <MessagesPanel />}
      {event && <EventSheet key={event} id={event} onClose={() => change({ event: undefined })} />}
    </Page>
  )
}

/**
 * The teacher's day; with `?roll=` the roll of one meeting, with `?grades=` a grade book. Going back leads to the day
 * again.
 */
export default function TeacherDashboard() {
  const { roll, grades } = useSearch<'/teacherdashboard/'>()
  if (grades !== undefined) return <TeacherGradeBook />
  return roll === undefined ? <Today /> : <RollCall key={roll} meetingId={roll} />
}
