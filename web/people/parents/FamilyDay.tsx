import { CalendarOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { AttendanceBadge, NoticeBadge } from '#web/words/attendance.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { ReactNode } from 'react'

type Home = Output<'parents-home'>
type Meeting = Home['meetings'][number]

/** A point in time of the day, beside the red margin line. */
const Moment = ({ time, children }: { time: string; children: ReactNode }) => (
  <li className="grid grid-cols-[4.5rem_1fr]">
    <time className="pt-2.5 text-sm font-semibold tabular-nums">{time}</time>
    <div className="margin-line relative py-2 ps-5">
      <span aria-hidden className="absolute -start-[5.5px] top-4 size-2.5 rounded-full bg-danger" />
      {children}
    </div>
  </li>
)

const Lesson = ({ meeting, child }: { meeting: Meeting; child: Home['children'][number] | undefined }) => {
  const t = useTranslations('familyHome')
  const teacher = useFirstName()({ name: meeting.teacher, nativeName: meeting.teacherNative })
  const format = useFormat()
  const place = format.parts([meeting.room, teacher && t('with', { teacher })])
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-0.5">
      <div className="min-w-0">
        {child && (
          <p className="font-semibold">
            <Named names={child} />
          </p>
        )}
        <Chip crayon={meeting.crayon}>
          <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
        </Chip>
        {meeting.visit !== null && <p className="mt-1 text-sm font-medium">{t(`visit.${meeting.visit}`)}</p>}
        {place && <p className="mt-1 text-sm text-ink-2">{place}</p>}
      </div>
      {meeting.status === 'cancelled' ? (
        <Badge tone="bad">{t('cancelled')}</Badge>
      ) : (
        <>
          <AttendanceBadge code={meeting.code} ownCode={meeting.ownCode} />
          {meeting.code === null && <NoticeBadge notice={meeting.notice} />}
        </>
      )}
    </div>
  )
}

/**
 * The family's next day with classes: each child's lessons along the margin line, with their marks once there are any.
 */
export const FamilyDay = ({ home }: { home: Home }) => {
  const t = useTranslations('familyHome')
  const absence = useTranslations('record.absence')
  const firstName = useFirstName()
  const format = useFormat()
  if (home.day === null)
    return (
      <Card title={t('classes')}>
        <p className="text-ink-2">{t('noClasses')}</p>
      </Card>
    )
  const isToday = home.day === home.today
  // Lessons after it were canceled.
  const end = home.meetings
    .filter(({ status }) => status !== 'cancelled')
    .map(({ endsAt }) => endsAt)
    .sort()
    .at(-1)
  const times: [string, Meeting[] | null][] = [...Map.groupBy(home.meetings, ({ startsAt }) => startsAt)]
  const moments = end
    ? times
        .filter(([time]) => time < end)
        .concat(
          [[end, null]],
          times.filter(([time]) => time >= end),
        )
    : times
  return (
    <Card
      title={isToday ? t('today') : t('next')}
      aside={<span className="text-sm text-ink-2">{format.day(home.day, 'weekday')}</span>}
    >
      <ol>
        {moments.map(([time, meetings]) => (
          <Moment key={time} time={format.time(time)}>
            {meetings === null ? (
              <p className="pt-0.5 text-sm text-ink-2">{t('end')}</p>
            ) : (
              <div className="grid gap-2.5">
                {meetings.map(meeting => (
                  <Lesson
                    key={`${meeting.meetingId}${meeting.studentId}`}
                    meeting={meeting}
                    child={home.children.find(({ id }) => id === meeting.studentId)}
                  />
                ))}
              </div>
            )}
          </Moment>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <span className="me-1 inline-flex items-center gap-2 text-sm text-ink-2 max-sm:w-full">
          <CalendarOff size={18} aria-hidden />
          {absence('report')}
        </span>
        {home.children
          .filter(({ id }) => home.meetings.some(({ studentId, visit }) => studentId === id && visit === null))
          .map(child => (
            <ButtonLink
              key={child.id}
              to="/student"
              search={{ child: child.id, edit: 'absence' }}
              className="min-w-0 flex-1 sm:flex-none"
              aria-label={absence('reportOf', { name: firstName(child) })}
            >
              <bdi>{firstName(child)}</bdi>
            </ButtonLink>
          ))}
      </div>
    </Card>
  )
}
