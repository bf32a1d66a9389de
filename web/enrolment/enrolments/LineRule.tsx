import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** The rule of the waitlist's order, in a sentence, and how long an offer stays open. */
export const LineRule = ({ className }: { className?: string }) => {
  const t = useTranslations('seats')
  const { data } = useReadLater('config-registration', {})
  const format = useFormat()
  if (!data) return null
  const list = format.list(data.priorities.map(each => t(`priorities.${each}`)))
  return (
    <p className={className ?? 'text-sm text-ink-2'}>
      {format.sentences([
        data.priorities.length > 0 ? t('rule', { list }) : t('ruleByTime'),
        t('ruleHours', { n: data.offerHours }),
      ])}
    </p>
  )
}
