import { useTranslations } from 'use-intl'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that formats the days of a reported absence: one day, or from the first to the last. */
export const useNoticeDays = (): ((of: { fromDay: string; toDay: string }) => string) => {
  const t = useTranslations('record.absence')
  const format = useFormat()
  return ({ fromDay, toDay }) => {
    const from = format.day(fromDay, 'weekday')
    return fromDay === toDay ? from : t('range', { from, to: format.day(toDay, 'weekday') })
  }
}
