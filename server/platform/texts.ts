import type { GetICUArgs } from '@schummar/icu-type-parser'
import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import type { Translation } from '#contract/translation.ts'
import type { Language } from '#contract/values.ts'
import { spacedForValues } from '#rules/chineseSpacing.ts'
import { listIn } from '#rules/lists.ts'
import { localeOf } from '#rules/region.ts'

type Bundle = { readonly [key: string]: string | Bundle }

type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${KeyOf<Texts[Key]>}`
}[keyof Texts & string]

type At<Texts, Key> = Key extends `${infer First}.${infer Rest}`
  ? First extends keyof Texts
    ? At<Texts[First], Rest>
    : never
  : Key extends keyof Texts
    ? Texts[Key]
    : never

type Values<Message> = string extends Message
  ? Record<string, string | number>
  : Message extends string
    ? GetICUArgs<Message, { ICUArgument: string | number; ICUNumberArgument: number }>
    : never

/** The arguments of a message; of one among several, those of all. */
type Arguments<Message> = (Message extends string ? (values: Values<Message>) => void : never) extends (
  values: infer All,
) => void
  ? Record<never, never> extends All
    ? [values?: All]
    : [values: All]
  : never

/** Says a text of a bundle: `t('offer.until', { day })`. */
type Say<Texts> = <Key extends KeyOf<Texts>>(key: Key, ...values: Arguments<At<Texts, Key>>) => string

/** A language as Intl names it. */
const tagOf = (language: Language): string => (language === 'zh' ? 'zh-Hans' : 'en')
/** The school's region, told by its currency (rules/region.ts). */
export type Region = { currency: string }
/** The same for dates, which are written as in the school's region. */
const dateTagOf = (language: Language, { currency }: Region): string =>
  language === 'zh' ? tagOf(language) : localeOf(language, currency)

/** Many more than one school needs; where a process has many schools, it begins anew. */
const mostFormats = 300
/** Making a format takes longer than writing a hundred dates with it. */
const madeOnce = <Of extends unknown[], Format>(make: (...of: Of) => Format): ((...of: Of) => Format) => {
  const made = new Map<string, Format>()
  return (...of) => {
    const key = JSON.stringify(of)
    const known = made.get(key) ?? make(...of)
    if (made.size >= mostFormats) made.clear()
    made.set(key, known)
    return known
  }
}
const dateFormat = madeOnce(
  (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
)
const numberFormat = madeOnce((...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of))
const pluralRules = madeOnce((...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of))
const formatters = {
  getDateTimeFormat: dateFormat,
  getNumberFormat: numberFormat,
  getPluralRules: pluralRules,
}

const messageAt = (bundle: Bundle, key: string): string => {
  let found: string | Bundle | undefined = bundle
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  if (typeof found !== 'string') throw new Error(`There is no text ${key}`)
  return found
}

const sayerOf = <Texts extends Bundle>(language: Language, bundle: Bundle): Say<Texts> => {
  const compiled = new Map<string, CompiledMessage>()
  return (key, ...[values]) => {
    const message = compiled.get(key) ?? compile(messageAt(bundle, key))
    compiled.set(key, message)
    const spaced = language === 'zh' && values ? spacedForValues(message, values as Record<string, unknown>) : message
    return format<string>(spaced, tagOf(language), values as FormatValues<string> | undefined, {
      formatters,
    }) as string
  }
}

/**
 * Says the ICU messages of a slice's two bundles (`x.en.ts`, `x.zh.ts`) in a reader's language: the same format as the
 * browser's, and where both name one thing, the same bundles.
 */
export const textsOf = <const English extends Bundle>(texts: {
  en: English
  zh: Translation<English>
}): ((language: Language) => Say<English>) => {
  const sayers = { en: sayerOf<English>('en', texts.en), zh: sayerOf<English>('zh', texts.zh as Bundle) }
  return language => sayers[language]
}

export type TwoNames = { name: string; nativeName: string }

/** A reader's language as the database has it. */
export const languageOf = (text: string): Language => (text.startsWith('zh') ? 'zh' : 'en')

/** A name in the script of the reader's language, as far as it has one; a text that has a Chinese one likewise. */
export const nameIn = (language: Language, { name, nativeName }: TwoNames): string =>
  (language === 'zh' && nativeName) || name

/** Names one after the other, each in the script of the reader's language. */
export const namesIn = (language: Language, all: readonly TwoNames[]): string =>
  listIn(
    language,
    all.map(each => nameIn(language, each)),
  )

/** How many digits the minor units of a currency have: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number =>
  numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Writes amounts of a currency, in minor units, as readers of a language do. */
export const moneyIn = (language: Language, currency: string): ((cents: number) => string) => {
  const format = numberFormat(tagOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const unit = 10 ** digitsOf(currency)
  return cents => format.format(cents / unit)
}

/** A calendar day as readers of a language write it in the school's region. */
export const dateText = (
  language: Language,
  region: Region,
  day: string,
  dateStyle: 'full' | 'long' | 'medium' = 'long',
): string =>
  dateFormat(dateTagOf(language, region), { dateStyle, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A wall clock's 'HH:MM' as readers of a language write it in the school's region: '4:05 PM', in Chinese '16:05'. */
export const timeText = (language: Language, region: Region, time: string): string =>
  dateFormat(dateTagOf(language, region), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(new Date(`1970-01-01T${time}:00Z`))
    .replaceAll('\u202f', ' ')

/** A weekday, 1 for Monday to 7 for Sunday. */
export const weekdayText = (language: Language, weekday: number): string =>
  dateFormat(tagOf(language), { weekday: 'long', timeZone: 'UTC' }).format(
    // 1 January 2024 was a Monday.
    Date.UTC(2024, 0, weekday),
  )

/** An instant by the school's clock, with its weekday; without the year where it is near. */
export const instantText = (
  language: Language,
  { zone, ...region }: Region & { zone: string },
  at: Date,
  year?: 'numeric',
): string =>
  dateFormat(dateTagOf(language, region), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(year && { year }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(at)

/** A day as the head of a narrow column. */
export const shortDayText = (language: Language, region: Region, day: string): string =>
  dateFormat(dateTagOf(language, region), { month: 'numeric', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A day with its weekday; its year where that isn't the one of the day beside it. */
export const weekdayDateText = (language: Language, region: Region, day: string, beside = day): string =>
  dateFormat(dateTagOf(language, region), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== beside.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** An instant on the school's clock: the day and the time. */
export const stampText = (language: Language, { zone, ...region }: Region & { zone: string }, at: Date): string =>
  dateFormat(dateTagOf(language, region), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)

/** One text in both languages, as the head of a file's column has it. */
export const inBoth = <const Key extends string>(
  texts: (language: Language) => (key: Key) => string,
  key: Key,
): Record<Language, string> => ({ en: texts('en')(key), zh: texts('zh')(key) })
