import { useTranslations } from 'use-intl'
import type { PromotionDecision, PromotionLine, PromotionStatus } from '#contract/enrolment/promotions.ts'
import { useNames } from '#web/words/Name.tsx'
import type { Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The color of a promotion's state. */
export const promotionTones: Record<PromotionStatus, Tone> = {
  draft: 'warn',
  reviewed: 'info',
  applied: 'good',
  undone: 'neutral',
}

/** Undoes a batch by its id. */
export type UndoBatch = (batchId: string) => Promise<void>

/** The color of a decision. */
export const decisionTones: Record<PromotionDecision, Tone> = {
  promote: 'good',
  retain: 'info',
  leave: 'neutral',
  choose: 'warn',
}

type Time = { weekday: number; startsAt: string; endsAt: string }

/** Returns a function that says when a class meets. */
export const useTimeText = (): ((time: Time) => string) => {
  const format = useFormat()
  return ({ weekday, startsAt, endsAt }) =>
    `${format.weekday(weekday, 'short')} ${format.time(startsAt)}–${format.time(endsAt)}`
}

/** Returns a function that explains a proposed line in a sentence. */
export const useReasonText = (): ((line: Pick<PromotionLine, 'reason' | 'percent' | 'isChanged'>) => string) => {
  const t = useTranslations('promotions')
  const format = useFormat()
  return ({ reason, percent, isChanged }) =>
    isChanged
      ? t('run.changedBy')
      : t(`reason.${reason}`, { percent: percent === null ? '' : format.percent(percent / 100, 1) })
}

/** Returns a function that describes a time conflict in a sentence. */
export const useConflictText = (): ((conflict: PromotionLine['conflicts'][number]) => string) => {
  const t = useTranslations('promotions.conflict')
  const names = useNames()
  const time = useTimeText()
  return ({ kind, student, nativeName, section, sectionNativeName, minutes, ...when }) =>
    t(kind, {
      student: names({ name: student, nativeName }).first,
      section: names({ name: section, nativeName: sectionNativeName }).first,
      when: time(when),
      minutes,
      hours: [
        minutes >= 60 && t('hours', { n: Math.floor(minutes / 60) }),
        minutes % 60 > 0 && t('minutes', { n: minutes % 60 }),
      ]
        .filter(Boolean)
        .join(' '),
    })
}
