import type { Language } from '#contract/values.ts'

/** A language as its readers at the school write dates: English begins with the month or with the day. */
export type Locale = Language | 'en-GB'

const locales: Record<Locale, string> = { en: 'en', 'en-GB': 'en-GB', zh: 'zh-Hans' }

const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()
type Formats<Options, Format> = new (language: string, options: Options) => Format
const formatOf =
  <Options, Format extends Intl.DateTimeFormat | Intl.NumberFormat>(Formats: Formats<Options, Format>) =>
  (language: Locale, options: Options): Format => {
    const key = Formats.name + language + JSON.stringify(options)
    const found = kept.get(key) ?? new Formats(locales[language], options)
    kept.set(key, found)
    return found as Format
  }
const number = formatOf<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
const date = formatOf<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)

/** How many minor units make one of a currency, as a power of ten: 2 for USD, 0 for JPY. */
export const currencyDigits = (currency: string): number =>
  number('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in whole minor units, as its readers write it: $1,250.00. */
export const formatMoney = (language: Locale, minor: number, currency: string): string =>
  number(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minor / 10 ** currencyDigits(currency),
  )

export type DayStyle = 'brief' | 'short' | 'long' | 'weekday' | 'month' | 'shortMonth'
const dayStyles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  brief: { day: 'numeric', month: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
}

// Engines differ in the space before AM and PM and in whether a Chinese hour has a zero before it, and a page made ready
// must read the same in the browser.
const clocks: Record<Locale, Intl.DateTimeFormatOptions> = {
  en: { hour: 'numeric', minute: '2-digit' },
  'en-GB': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  zh: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}
const plainSpaces = (text: string): string => text.replaceAll('\u202f', ' ')

/** A calendar day 'YYYY-MM-DD'; no zone ever moves it. */
export const formatDay = (language: Locale, day: string, style: DayStyle = 'short'): string =>
  date(language, { ...dayStyles[style], timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** An instant (ISO 8601), in the school's zone. */
export const formatInstant = (
  language: Locale,
  at: string,
  zone: string,
  style: 'full' | 'day' | 'time' = 'full',
): string =>
  plainSpaces(
    date(language, {
      timeZone: zone,
      ...(style !== 'time' && dayStyles.short),
      ...(style !== 'day' && clocks[language]),
    }).format(new Date(at)),
  )

/** A wall clock's 'HH:MM'. */
export const formatTime = (language: Locale, time: string): string =>
  plainSpaces(date(language, { ...clocks[language], timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`)))

/** 1 Monday … 7 Sunday, in words. */
export const formatWeekday = (language: Locale, weekday: number, width: 'long' | 'short' = 'long'): string =>
  date(language, { weekday: width, timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + weekday)))

/** Names or other things in a sentence: 'A, B, and C'. */
export const formatAll = (language: Locale, items: readonly string[]): string =>
  new Intl.ListFormat(locales[language]).format(items)

/** A count or other number. */
export const formatNumber = (language: Locale, value: number): string => number(language, {}).format(value)

/** A share between 0 and 1, as a percentage; whole unless more digits are asked for. */
export const formatPercent = (language: Locale, share: number, digits = 0): string =>
  number(language, { style: 'percent', maximumFractionDigits: digits }).format(share)
