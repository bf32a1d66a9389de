import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import {
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

/** Everything that is written differently from language to language, in the school's currency and zone. */
export const useFormat = () => {
  const language = useLocale()
  const school = useSchool()?.school
  const currency = school?.currency ?? 'USD'
  const zone = school?.zone ?? 'UTC'
  return useMemo(
    () => ({
      currency,
      zone,
      money: (minor: number) => formatMoney(language, minor, currency),
      day: (day: string, style?: DayStyle) => formatDay(language, day, style),
      instant: (at: string, style?: 'full' | 'day' | 'time') => formatInstant(language, at, zone, style),
      time: (time: string) => formatTime(language, time),
      weekday: (weekday: number, width?: 'long' | 'short') => formatWeekday(language, weekday, width),
      number: (value: number) => formatNumber(language, value),
      percent: (share: number, digits?: number) => formatPercent(language, share, digits),
    }),
    [language, currency, zone],
  )
}
