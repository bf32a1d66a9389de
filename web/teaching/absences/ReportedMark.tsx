import { CalendarOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { RollMark } from '#contract/teaching/absences.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Says that the family reported the absence, and why. */
export const ReportedMark = ({ reported }: { reported: NonNullable<RollMark['reported']> }) => {
  const t = useTranslations('record.absence')
  const format = useFormat()
  return (
    <span className="flex min-w-0 items-start gap-1 text-xs font-semibold text-info-ink">
      <CalendarOff size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {format.labelled(
          t(reported.status === 'declined' ? 'status.declined' : 'reported'),
          t(`reasons.${reported.reason}`),
        )}
      </span>
    </span>
  )
}
