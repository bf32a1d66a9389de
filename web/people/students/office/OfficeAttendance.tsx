import { useTranslations } from 'use-intl'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import { AttendanceBadge } from '#web/words/attendance.tsx'
import { Named } from '#web/words/Name.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Past lessons with their marks, newest first, below a bar of the totals. */
export const OfficeAttendance = ({ meetings }: { meetings: readonly ChildMeeting[] }) => {
  const t = useTranslations('adminStudent')
  const format = useFormat()
  const marked = meetings.filter(meeting => meeting.code !== null).reverse()
  const count = (...wanted: string[]) => marked.filter(meeting => wanted.includes(meeting.code ?? '')).length
  if (marked.length === 0) return <p className="text-sm text-ink-2">{t('noMarks')}</p>
  return (
    <>
      <Progress
        label={t('attendance')}
        max={marked.length}
        value={[
          { value: count('present'), tone: 'good' },
          { value: count('late', 'left-early'), tone: 'warn' },
          { value: count('absent', 'excused'), tone: 'bad' },
        ]}
        text={t('cameTo', { n: count('present', 'late', 'left-early'), of: String(marked.length) })}
      />
      <ul className="mt-2 grid text-sm">
        {marked.slice(0, 12).map(meeting => (
          <li
            key={meeting.meetingId}
            className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
          >
            <span className="min-w-0">
              <span className="me-2 inline-block w-24 tabular-nums text-ink-2">
                {format.day(meeting.onDay, 'weekday')}
              </span>
              <Chip crayon={meeting.crayon}>
                <Named names={{ name: meeting.section, nativeName: meeting.nativeName }} quiet="" />
              </Chip>
            </span>
            <AttendanceBadge code={meeting.code} ownCode={meeting.ownCode} />
          </li>
        ))}
      </ul>
    </>
  )
}
