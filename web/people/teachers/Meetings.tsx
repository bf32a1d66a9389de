import { Clock, MapPin, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { TeacherMeeting } from '#contract/people/teachers.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

const minutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The roll opens an hour before the class. The server decides; this only chooses the button's label. */
const useIsOpen = (meeting: TeacherMeeting): boolean => {
  const now = useSchoolClock()
  if (meeting.onDay !== now.day) return meeting.onDay < now.day
  return minutes(now.time) >= minutes(meeting.startsAt) - 60
}

/** A link to the roll, with the label that fits: take it, review it, or see who will come. */
const RollLink = ({ meeting, isMain = false }: { meeting: TeacherMeeting; isMain?: boolean }) => {
  const t = useTranslations('meetings')
  const format = useFormat()
  const firstName = useFirstName()
  const isOpen = useIsOpen(meeting)
  if (meeting.studentCount === 0) return null
  const isDue = isOpen && !meeting.isRollTaken
  return (
    <ButtonLink
      to="/teacherdashboard/"
      search={{ roll: meeting.meetingId }}
      variant={isDue && isMain ? 'primary' : 'secondary'}
      wide="phone"
    >
      {t(isDue ? 'take' : meeting.isRollTaken ? 'change' : 'who')}
      <span className="sr-only">
        {format.labelled('', firstName({ name: meeting.section, nativeName: meeting.nativeName }))}
      </span>
    </ButtonLink>
  )
}

const Fact = ({ icon: Icon, children }: { icon: typeof Clock; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <Icon size={16} aria-hidden className="shrink-0" />
    {children}
  </span>
)

/** One meeting of a class: its name, time, room, number of students, and its roll. */
const MeetingRow = ({
  meeting,
  withDay = false,
  isMain = false,
}: {
  meeting: TeacherMeeting
  withDay?: boolean
  isMain?: boolean
}) => {
  const t = useTranslations('meetings')
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="grid min-w-0 gap-1.5">
        <span className="flex flex-wrap items-center gap-2">
          <Chip crayon={meeting.crayon}>
            <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
          </Chip>
          {meeting.isRollTaken && (
            <Badge tone="good">{t('taken', { here: String(meeting.present), away: String(meeting.absent) })}</Badge>
          )}
        </span>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          <Fact icon={Clock}>
            {format.parts([
              withDay && format.day(meeting.onDay, 'weekday'),
              `${format.time(meeting.startsAt)} – ${format.time(meeting.endsAt)}`,
            ])}
          </Fact>
          {meeting.room && <Fact icon={MapPin}>{meeting.room}</Fact>}
          <Fact icon={UsersRound}>{t('students', { n: meeting.studentCount })}</Fact>
        </p>
      </div>
      <RollLink meeting={meeting} isMain={isMain} />
    </div>
  )
}

/** A list of meetings. */
export const MeetingList = ({
  meetings,
  withDay,
  isMain,
}: {
  meetings: readonly TeacherMeeting[]
  withDay?: boolean
  isMain?: boolean
}) => (
  <ul className="-my-4 divide-y divide-line">
    {meetings.map(meeting => (
      <li key={meeting.meetingId}>
        <MeetingRow meeting={meeting} withDay={withDay ?? false} isMain={isMain ?? false} />
      </li>
    ))}
  </ul>
)
