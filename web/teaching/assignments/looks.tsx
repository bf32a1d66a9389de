import { CalendarClock, CalendarOff, Check, CheckCheck, CircleAlert, type LucideIcon, RotateCcw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { WallTime, WorkState } from '#contract/teaching/assignments.ts'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The look of each state of a student's work, everywhere; its text is always beside it. */
const stateLooks: Record<WorkState, { tone: Tone; icon: LucideIcon }> = {
  due: { tone: 'warn', icon: CalendarClock },
  missing: { tone: 'bad', icon: CircleAlert },
  resubmit: { tone: 'warn', icon: RotateCcw },
  'turned-in': { tone: 'info', icon: Check },
  returned: { tone: 'good', icon: CheckCheck },
  excused: { tone: 'neutral', icon: CalendarOff },
}

/** The state of a student's work, as a badge. */
export const StateBadge = ({ state, isLate = false }: { state: WorkState; isLate?: boolean }) => {
  const t = useTranslations('assignments')
  const { tone, icon: Icon } = stateLooks[state]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>
        <Icon size={13} strokeWidth={2.5} aria-hidden />
        {t(`states.${state}`)}
      </Badge>
      {isLate && <Badge tone="warn">{t('late')}</Badge>}
    </span>
  )
}

/** Texts for due dates and points. */
export const useWorkText = () => {
  const t = useTranslations('assignments')
  const format = useFormat()
  return {
    due: ({ day, time }: WallTime) => t('dueAt', { day: format.day(day, 'weekday'), time: format.time(time) }),
    points: (points: number, max: number | null) =>
      max === null
        ? t('pointsOnly', { points: format.number(points) })
        : t('points', { points: format.number(points), max: format.number(max) }),
  }
}
