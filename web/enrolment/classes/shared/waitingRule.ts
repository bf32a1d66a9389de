import { useTranslations } from 'use-intl'
import type { PublishedRules } from '#contract/enrolment/windows.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** The rules of a full class, line by line: who goes first, and how long an offer stays open. */
export const useWaitingRule = ({ priorities, offerHours }: Pick<PublishedRules, 'priorities' | 'offerHours'>) => {
  const t = useTranslations('rules')
  const format = useFormat()
  return [
    ...priorities.map((priority, index) => t(`priority.${priority}`, { n: String(index + 1) })),
    t(priorities.length > 0 ? 'thenJoined' : 'byJoined'),
    t('offer', { hours: format.number(offerHours) }),
  ]
}
