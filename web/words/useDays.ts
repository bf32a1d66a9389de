import { useTranslations } from 'use-intl'
import type { DayStyle } from '#web/words/format.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that formats some days in a row: one day, or from the first to the last. */
export const useDays = (style?: DayStyle): ((of: { fromDay: string; toDay: string }) => string) => {
  const t = useTranslations('record.absence')
  const format = useFormat()
  return ({ fromDay, toDay }) => {
    const from = format.day(fromDay, style)
    return fromDay === toDay ? from : t('range', { from, to: format.day(toDay, style) })
  }
}
