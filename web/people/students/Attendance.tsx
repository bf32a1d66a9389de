import { useTranslations } from 'use-intl'
import type { AttendanceCode } from '#contract/teaching/absences.ts'
import { attendanceMeaning } from '#contract/teaching/absences.plain.ts'
import { isLessonOver, type SchoolTime } from '#rules/lessons.ts'
import { attendanceCodes } from '#contract/attendance.plain.ts'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import { AttendanceBadge, attendanceLooks, isAttendanceCode } from '#web/words/attendance.tsx'
import { Named } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const weeks = 12

const dots: Record<AttendanceCode | 'none', string> = {
  none: 'border-[1.5px] border-dashed border-line-strong',
  present: 'bg-primary-soft text-primary-ink',
  late: 'bg-marigold-soft text-marigold-ink',
  absent: 'bg-danger-soft text-danger-ink',
  excused: 'bg-info-soft text-info-ink',
  'left-early': 'bg-marigold-soft text-marigold-ink',
}

const Dot = ({ code }: { code: AttendanceCode | 'none' }) => {
  const Icon = code === 'none' ? null : attendanceLooks[code].icon
  return (
    <span aria-hidden className={classes('grid size-8 place-items-center rounded-full', dots[code])}>
      {Icon && <Icon size={16} strokeWidth={3} />}
    </span>
  )
}

const Weeks = ({ meetings }: { meetings: readonly ChildMeeting[] }) => {
  const t = useTranslations('attendance')
  const format = useFormat()
  return (
    <ol className="flex flex-wrap gap-x-1.5 gap-y-3">
      {meetings.map(({ meetingId, onDay, code }) => (
        <li key={meetingId} className="grid w-12 justify-items-center gap-1 text-center">
          <Dot code={isAttendanceCode(code) ? code : 'none'} />
          <span className="text-2xs font-normal text-ink-2 tabular-nums">
            {format.day(onDay, 'brief')}
            <span className="sr-only">
              {format.labelled('', isAttendanceCode(code) ? t(`codes.${code}`) : t('none'))}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Lessons with a mark other than plain presence, newest first: the mark, and what the family had reported. */
const Exceptions = ({ meetings }: { meetings: readonly ChildMeeting[] }) => {
  const t = useTranslations('record.absence')
  const format = useFormat()
  const shown = meetings
    .filter(({ code, ownCode }) => code !== null && (code !== 'present' || ownCode !== null))
    .reverse()
  if (shown.length === 0) return null
  return (
    <ul className="grid border-t border-line pt-1 text-sm">
      {shown.slice(0, weeks).map(meeting => (
        <li
          key={meeting.meetingId}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center justify-items-start gap-x-3 gap-y-1 py-1.5 sm:flex sm:flex-wrap"
        >
          <span className="tabular-nums text-ink-2 sm:w-40">
            {format.parts([format.day(meeting.onDay, 'weekday'), format.time(meeting.startsAt)])}
          </span>
          <Chip crayon={meeting.crayon}>
            <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
          </Chip>
          <span className="col-start-2 row-start-1">
            <AttendanceBadge code={meeting.code} ownCode={meeting.ownCode} />
          </span>
          {meeting.notice && (
            <span className="col-span-2 text-ink-2">
              {[t(`reasons.${meeting.notice.reason}`), meeting.notice.note].filter(Boolean).join(': ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

type AttendanceProps = {
  meetings: readonly ChildMeeting[]
  now: SchoolTime
  /** True if all of the student's classes are over, so that no lesson is still to come. */
  isOver: boolean
}

/** The last twelve weeks of each class as labeled dots, with the share of lessons attended. */
export const Attendance = ({ meetings, now, isOver }: AttendanceProps) => {
  const t = useTranslations('student')
  const attendanceText = useTranslations('attendance')
  const span = useTranslations('record.pickUp')
  const format = useFormat()
  const past = meetings.filter(each => each.code !== null || (isLessonOver(each, now) && each.status !== 'cancelled'))
  const bySection = Map.groupBy(past, ({ sectionId }) => sectionId)
  const shown = [...bySection.values()].map(list => list.slice(-weeks))
  // Another class of the student has the same name.
  const isAmbiguous = ({ section }: ChildMeeting) => shown.filter(([other]) => other?.section === section).length > 1
  const codes = past.flatMap(({ code }) => (isAttendanceCode(code) ? [code] : []))
  const attended = codes.filter(code => attendanceMeaning[code].isPresent).length
  const seen = shown.flat().map(({ code }) => (isAttendanceCode(code) ? code : 'none'))
  const legend = ([...attendanceCodes, 'none'] as const)
    .map(code => ({ code, times: seen.filter(each => each === code).length }))
    .filter(({ times }) => times > 0)
  return (
    <Card
      title={t('attendance')}
      aside={
        codes.length > 0 && (
          <span className="display text-xl tabular-nums">{format.percent(attended / codes.length)}</span>
        )
      }
    >
      {past.length === 0 ? (
        <p className="text-ink-2">{t(isOver ? 'noAttendanceTaken' : 'noAttendance')}</p>
      ) : (
        <div className="grid gap-5">
          {codes.length > 0 && (
            <p className="-mt-2 text-sm text-ink-2">{t('attended', { here: String(attended), n: codes.length })}</p>
          )}
          {shown.map(list => (
            <div key={list[0]?.sectionId} className="grid gap-2.5">
              {shown.length > 1 && list[0] && (
                <h3 className="flex flex-wrap items-center gap-2">
                  <Chip crayon={list[0].crayon}>
                    <Named names={{ name: list[0].section, nativeName: list[0].nativeName }} quiet="" />
                  </Chip>
                  {isAmbiguous(list[0]) && (
                    <span className="text-sm font-normal text-ink-2">
                      {format.parts([
                        format.time(list[0].startsAt),
                        span('begins', { day: format.day(list[0].onDay, 'weekday') }),
                      ])}
                    </span>
                  )}
                </h3>
              )}
              <Weeks meetings={list} />
            </div>
          ))}
          <ul aria-label={t('legend')} className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
            {legend.map(({ code, times }) => {
              const Icon = code === 'none' ? null : attendanceLooks[code].icon
              return (
                <li key={code} className="flex items-center gap-1.5">
                  {Icon ? (
                    <Icon size={15} strokeWidth={3} aria-hidden />
                  ) : (
                    <span
                      aria-hidden
                      className="size-3.5 rounded-full border-[1.5px] border-dashed border-line-strong"
                    />
                  )}
                  {attendanceText(code === 'none' ? 'none' : `codes.${code}`)}
                  <span className="text-ink-2 tabular-nums">{format.number(times)}</span>
                </li>
              )
            })}
          </ul>
          <Exceptions meetings={past} />
        </div>
      )}
    </Card>
  )
}
