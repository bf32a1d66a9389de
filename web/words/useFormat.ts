import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { asideIn, labelledIn, listIn, partsIn, sentencesIn } from '#rules/lists.ts'
import { dateOrderOf, localeOf } from '#rules/region.ts'
import {
  formatAll,
  formatDay,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  formatWeekday,
  type DayStyle,
} from '#web/words/format.ts'
import { useSchool } from '#web/wire/school.ts'

/** Returns everything that is written differently in each language, in the school's currency and zone. */
export const useFormat = () => {
  const language = useLocale()
  const { currency, zone } = useSchool()?.school ?? { currency: 'USD', zone: 'UTC' }
  return useMemo(() => {
    const locale = localeOf(language, currency)
    return {
      /** The order in which the parts of a date are asked for. */
      dateOrder: dateOrderOf(language, currency),
      currency,
      zone,
      money: (minor: number) => formatMoney(locale, minor, currency),
      day: (day: string, style?: DayStyle) => formatDay(locale, day, style),
      instant: (at: string, style?: 'full' | 'day' | 'time') => formatInstant(locale, at, zone, style),
      time: (time: string) => formatTime(locale, time),
      weekday: (weekday: number, width?: 'long' | 'short') => formatWeekday(locale, weekday, width),
      number: (value: number) => formatNumber(locale, value),
      list: (items: readonly string[]) => listIn(language, items),
      all: (items: readonly string[]) => formatAll(locale, items),
      parts: (parts: Parameters<typeof partsIn>[1]) => partsIn(language, parts),
      labelled: (label: string, text: string) => labelledIn(language, label, text),
      aside: (text: string) => asideIn(language, text),
      sentences: (all: Parameters<typeof sentencesIn>[1]) => sentencesIn(language, all),
      percent: (share: number, digits?: number) => formatPercent(locale, share, digits),
    }
  }, [language, currency, zone])
}
