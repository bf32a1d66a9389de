import { CalendarOff, Check, Clock, DoorOpen, Minus, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AttendanceCode } from '#contract/absences.ts'
import { Badge, type Tone } from '#web/ui/Marks.tsx'

/** How each attendance code looks wherever it is shown; the word is in `attendance.codes`. */
export const attendanceLooks: Record<AttendanceCode, { tone: Tone; icon: LucideIcon }> = {
  present: { tone: 'good', icon: Check },
  late: { tone: 'warn', icon: Clock },
  absent: { tone: 'bad', icon: Minus },
  excused: { tone: 'info', icon: CalendarOff },
  'left-early': { tone: 'warn', icon: DoorOpen },
}

/** True for a code that we know how to show. */
export const isAttendanceCode = (code: string | null): code is AttendanceCode =>
  code !== null && code in attendanceLooks

/** A mark of the roll as a badge; nothing while there is none. */
export const AttendanceBadge = ({ code }: { code: string | null }) => {
  const t = useTranslations('attendance.codes')
  if (!isAttendanceCode(code)) return null
  const { tone, icon: Icon } = attendanceLooks[code]
  return (
    <Badge tone={tone}>
      <Icon size={13} strokeWidth={3} aria-hidden />
      {t(code)}
    </Badge>
  )
}
