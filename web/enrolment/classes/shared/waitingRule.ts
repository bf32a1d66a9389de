import { useTranslations } from 'use-intl'
import type { PublishedRules } from '#contract/enrolment/windows.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Who goes first where a class is full, and how long an offer waits, line by line. */
export const useWaitingRule = ({ priorities, offerHours }: Pick<PublishedRules, 'priorities' | 'offerHours'>) => {
  const t = useTranslations('rules')
  const format = useFormat()
  return [
    ...priorities.map((priority, index) => t(`priority.${priority}`, { n: String(index + 1) })),
    t(priorities.length > 0 ? 'thenJoined' : 'byJoined'),
    t('offer', { hours: format.number(offerHours) }),
  ]
}
