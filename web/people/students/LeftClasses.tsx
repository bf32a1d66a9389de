import { useTranslations } from 'use-intl'
import { attendanceMeaning } from '#contract/teaching/absences.plain.ts'
import type { LeftSection } from '#contract/people/students.ts'
import { AttendanceBadge, isAttendanceCode } from '#web/words/attendance.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { useDays } from '#web/words/useDays.ts'
import { useFormat } from '#web/words/useFormat.ts'

const LeftClass = ({ section }: { section: LeftSection }) => {
  const t = useTranslations('record.left')
  const format = useFormat()
  const first = useFirstName()
  const days = useDays()
  const codes = section.meetings.flatMap(({ code }) => (isAttendanceCode(code) ? [code] : []))
  const here = codes.filter(code => attendanceMeaning[code].isPresent).length
  return (
    <li className="grid gap-1.5">
      <p>
        <Chip crayon={section.crayon}>
          <Named names={section} quiet="" />
        </Chip>
      </p>
      <p className="text-ink-2">
        {format.parts([first({ name: section.term, nativeName: section.termNativeName }), days(section)])}
      </p>
      <p>{codes.length === 0 ? t('none') : t('attended', { here: String(here), n: codes.length })}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 empty:hidden">
        {section.meetings.map(({ meetingId, onDay, code, ownCode }) => (
          <li key={meetingId} className="flex items-center gap-1.5">
            <span className="text-ink-2 tabular-nums">{format.day(onDay, 'brief')}</span>
            <AttendanceBadge code={code} ownCode={ownCode} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The classes that a student has left, each with its dates and its attendance. */
export const LeftClasses = ({ left }: { left: readonly LeftSection[] }) => (
  <ul className="grid gap-5 text-sm">
    {left.map(section => (
      <LeftClass key={section.enrolmentId} section={section} />
    ))}
  </ul>
)
