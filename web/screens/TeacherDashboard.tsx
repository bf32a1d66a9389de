import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { ReportedAbsences } from '#web/teaching/absences/ReportedAbsences.tsx'
import { RollCall } from '#web/teaching/absences/RollCall.tsx'
import { CalledOff } from '#web/enrolment/cancellations/CalledOff.tsx'
import { CalendarFeed } from '#web/communication/events/CalendarFeed.tsx'
import { NextEvents } from '#web/communication/events/NextEvents.tsx'
import { HomeworkCard } from '#web/teaching/assignments/HomeworkCard.tsx'
import { MeetingList } from '#web/people/teachers/Meetings.tsx'
import { Count } from '#web/ui/Marks.tsx'
import { WaitingLevels } from '#web/enrolment/placements/WaitingLevels.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

// Most visits read no message, so its code comes when it is asked for.
const EventSheet = lazily(() => import('#web/communication/events/EventSheet.tsx').then(module => module.EventSheet))
const MessagesPanel = lazily(() =>
  import('#web/communication/messages/MessagesPanel.tsx').then(module => module.MessagesPanel),
)
const TeacherGradeBook = lazily(
  () => import('#web/teaching/grades/TeacherGradeBook.tsx').then(module => module.TeacherGradeBook),
  <Loading />,
)

// Stands below the day itself.
const BusyTimes = lazily(
  () => import('#web/people/teachers/BusyTimes.tsx').then(module => module.BusyTimes),
  <Loading />,
)

const Today = () => {
  const t = useTranslations('teaching')
  const record = useTranslations('record')
  const messages = useTranslations('messages')
  const planning = useTranslations('planning.busy')
  const format = useFormat()
  const [{ event, messages: shown }, change] = useUrlState()
  const { today, meetings, next, missing } = useRead('teachers-today', {})
  const nextDay = next[0]?.onDay
  const isFree = meetings.length === 0 && !nextDay && missing.length === 0
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
      <div className="grid gap-4">
        {isFree && <Empty>{t('free')}</Empty>}
        {meetings.length > 0 && (
          <Card title={t('today')}>
            <MeetingList meetings={meetings} isMain />
          </Card>
        )}
        <CalledOff />
        {(meetings.length > 0 || nextDay) && (
          <Card title={record('absence.title')}>
            <ReportedAbsences
              filter={{ fromDay: meetings.length > 0 ? today : (nextDay ?? today), toDay: nextDay ?? today }}
              none={record('absence.noneTeacher')}
            />
          </Card>
        )}
        {missing.length > 0 && (
          <Card
            title={t('missing')}
            aside={<Count value={missing.length} label={t('missingCount', { n: missing.length })} />}
          >
            <p className="mb-4 text-sm text-ink-2">{t('missingText')}</p>
            <MeetingList meetings={missing} withDay isMain={meetings.length === 0} />
          </Card>
        )}
        <WaitingLevels isQuiet />
        <HomeworkCard />
        {nextDay && (
          <Card title={t('next', { day: format.day(nextDay, 'weekday') })}>
            <MeetingList meetings={next} />
          </Card>
        )}
        <NextEvents to="/teacherdashboard/" />
        <Card title={planning('title')}>
          <p className="mb-3 text-sm text-ink-2">{planning('hint')}</p>
          <BusyTimes mayChange />
        </Card>
        <CalendarFeed isTeacher />
      </div>
      {shown !== undefined && <MessagesPanel />}
      {event && <EventSheet key={event} id={event} onClose={() => change({ event: undefined })} />}
    </Page>
  )
}

/** The teacher's day; with `?roll=` the roll of one meeting, with `?grades=` a grade book: going back leads to the day again. */
export default function TeacherDashboard() {
  const { roll, grades } = useSearch({ from: '/teacherdashboard/' })
  if (grades !== undefined) return <TeacherGradeBook />
  return roll === undefined ? <Today /> : <RollCall key={roll} meetingId={roll} />
}
