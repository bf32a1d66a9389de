import type { Language } from '#contract/values.ts'

/** Writes amounts of a currency as readers of a language do. */
export const moneyIn = (language: Language, currency: string): ((cents: number) => string) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return cents => format.format(cents / 10 ** digitsOf(currency))
}

/** How many digits the minor units of a currency have: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Writes a calendar day as readers of a language do. */
export const writtenDay = (language: Language, day: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
