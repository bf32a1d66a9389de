import type { Language } from '#contract/values.ts'

/** A language with the date order of the school's readers: English begins with the month or with the day. */
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

/** The number of decimal digits of a currency: 2 for USD, 0 for JPY. */
export const currencyDigits = (currency: string): number =>
  number('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Formats an amount in whole minor units: $1,250.00. */
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

// Engines differ in the space before AM and PM and in the leading zero of a Chinese hour, but a server-rendered page
// must read the same in the browser.
const clocks: Record<Locale, Intl.DateTimeFormatOptions> = {
  en: { hour: 'numeric', minute: '2-digit' },
  'en-GB': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  zh: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}
const plainSpaces = (text: string): string => text.replaceAll('\u202f', ' ')

/** Formats a calendar day 'YYYY-MM-DD', without any time zone shift. */
export const formatDay = (language: Locale, day: string, style: DayStyle = 'short'): string =>
  date(language, { ...dayStyles[style], timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Formats an instant (ISO 8601) in the school's zone. */
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

/** Formats a wall-clock time 'HH:MM'. */
export const formatTime = (language: Locale, time: string): string =>
  plainSpaces(date(language, { ...clocks[language], timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`)))

/** Formats a weekday from 1 (Monday) to 7 (Sunday). */
export const formatWeekday = (language: Locale, weekday: number, width: 'long' | 'short' = 'long'): string =>
  date(language, { weekday: width, timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + weekday)))

/** Joins names or other items in a sentence: 'A, B, and C'. */
export const formatAll = (language: Locale, items: readonly string[]): string =>
  new Intl.ListFormat(locales[language]).format(items)

/** Formats a count or other number. */
export const formatNumber = (language: Locale, value: number): string => number(language, {}).format(value)

/** Formats a fraction from 0 to 1 as a percentage, whole unless more digits are given. */
export const formatPercent = (language: Locale, share: number, digits = 0): string =>
  number(language, { style: 'percent', maximumFractionDigits: digits }).format(share)
