import { CalendarOff, Check, Clock, DoorOpen, Minus, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { NoticeReason, NoticeStatus } from '#contract/teaching/absences.notices.ts'
import type { AttendanceCode } from '#contract/teaching/absences.ts'
import { useNames } from '#web/words/Name.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The look of each attendance code, everywhere; its text is in `attendance.codes`. */
export const attendanceLooks: Record<AttendanceCode, { tone: Tone; icon: LucideIcon }> = {
  present: { tone: 'good', icon: Check },
  late: { tone: 'warn', icon: Clock },
  absent: { tone: 'bad', icon: Minus },
  excused: { tone: 'info', icon: CalendarOff },
  'left-early': { tone: 'warn', icon: DoorOpen },
}

/** True for a code that has a look. */
export const isAttendanceCode = (code: string | null): code is AttendanceCode =>
  code !== null && code in attendanceLooks

type AttendanceBadgeProps = { code: string | null; ownCode?: { name: string; nativeName: string } | null }

/** A mark of the roll as a badge, or nothing without a mark. */
export const AttendanceBadge = ({ code, ownCode = null }: AttendanceBadgeProps) => {
  const names = useNames()
  const t = useTranslations('attendance.codes')
  if (!isAttendanceCode(code)) return null
  const { tone, icon: Icon } = attendanceLooks[code]
  return (
    <Badge tone={tone}>
      <Icon size={13} strokeWidth={3} aria-hidden />
      {ownCode ? names(ownCode).first : t(code)}
    </Badge>
  )
}

type Reported = { reason: NoticeReason; status: NoticeStatus }

const noticeTones: Record<NoticeStatus, Tone> = {
  filed: 'info',
  acknowledged: 'info',
  declined: 'bad',
  withdrawn: 'neutral',
}

/** An absence that the family reported for a lesson, as a badge, or nothing. */
export const NoticeBadge = ({ notice }: { notice: Reported | null }) => {
  const t = useTranslations('record.absence')
  const format = useFormat()
  if (notice === null) return null
  return (
    <Badge tone={noticeTones[notice.status]}>
      <CalendarOff size={13} aria-hidden />
      {notice.status === 'declined'
        ? t('status.declined')
        : format.labelled(t('reported'), t(`reasons.${notice.reason}`))}
    </Badge>
  )
}

/** The status of a reported absence, as a badge. */
export const NoticeStatusBadge = ({ status }: { status: NoticeStatus }) => {
  const t = useTranslations('record.absence.status')
  return <Badge tone={status === 'acknowledged' ? 'good' : noticeTones[status]}>{t(status)}</Badge>
}
