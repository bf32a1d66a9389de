import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'

/** The school's rule of who goes first in line, in a sentence, and how long an offer waits. */
export const LineRule = ({ className }: { className?: string }) => {
  const t = useTranslations('seats')
  const { data } = useReadLater('config-registration', {})
  if (!data) return null
  const list = data.priorities.map(each => t(`priorities.${each}`)).join(t('comma'))
  return (
    <p className={className ?? 'text-sm text-ink-2'}>
      {data.priorities.length > 0 ? t('rule', { list }) : t('ruleByTime')} {t('ruleHours', { n: data.offerHours })}
    </p>
  )
}
