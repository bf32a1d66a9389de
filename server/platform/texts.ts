import type { GetICUArgs } from '@schummar/icu-type-parser'
import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import type { Translation } from '#contract/translation.ts'
import type { Language } from '#contract/values.ts'
import { spacedForValues } from '#rules/chineseSpacing.ts'
import { listIn } from '#rules/lists.ts'
import { localeOf } from '#rules/region.ts'
import { tagOf, textIn } from '#rules/inLanguage.ts'

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

/** The arguments of a message. For a union of messages, the arguments of all of them. */
type Arguments<Message> = (Message extends string ? (values: Values<Message>) => void : never) extends (
  values: infer All,
) => void
  ? Record<never, never> extends All
    ? [values?: All]
    : [values: All]
  : never

/** Formats a text of a bundle: `t('offer.until', { day })`. */
type Say<Texts> = <Key extends KeyOf<Texts>>(key: Key, ...values: Arguments<At<Texts, Key>>) => string

/** The school's region, identified by its currency (rules/region.ts). */
export type Region = { currency: string }
/** The tag for dates, which are written as in the school's region. */
const dateTagOf = (language: Language, { currency }: Region): string =>
  language === 'zh' ? tagOf(language) : localeOf(language, currency)

/** Many more formats than one school needs. A process with many schools clears the cache when it is full. */
const mostFormats = 300
/**
 * Caches what `make` returns by its arguments: making a format takes longer than formatting a hundred dates with it.
 */
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
 * Formats the ICU messages of a slice's two bundles (`x.en.ts`, `x.zh.ts`) in a reader's language. The format is the
 * same as in the browser, as are the bundles where both name one thing.
 */
export const textsOf = <const English extends Bundle>(texts: {
  en: English
  zh: Translation<English>
}): ((language: Language) => Say<English>) => {
  const sayers = { en: sayerOf<English>('en', texts.en), zh: sayerOf<English>('zh', texts.zh as Bundle) }
  return language => sayers[language]
}

export type TwoNames = {
  name: string
  nativeName: string
  /** For a class: its term, unless that goes without saying (contract/values.ts). */
  otherTerm?: Omit<TwoNames, 'otherTerm'> | null | undefined
}

/** A reader's language from the database's text. */
export const languageOf = (text: string): Language => (text.startsWith('zh') ? 'zh' : 'en')

/**
 * A name in the script of the reader's language if it has one, else its other name. The same works for texts with a
 * Chinese version.
 */
export const nameIn = (language: Language, { name, nativeName, otherTerm }: TwoNames): string =>
  `${textIn(language, name, nativeName)}${otherTerm ? ` · ${nameIn(language, otherTerm)}` : ''}`

/** Joins a name and its other script, in the order of the reader's language. */
export const bothNames = (language: Language, name: string, nativeName: string): string =>
  (language === 'zh' ? [nativeName, name] : [name, nativeName])
    .filter((each, at, all) => each && all.indexOf(each) === at)
    .join(' ')

/** A list of names, each in the script of the reader's language. */
export const namesIn = (language: Language, all: readonly TwoNames[]): string =>
  listIn(
    language,
    all.map(each => nameIn(language, each)),
  )

/** The number of decimal places of a currency: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number =>
  numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Returns a function that formats amounts, in minor units of the currency, in the reader's language. */
export const moneyIn = (language: Language, currency: string): ((cents: number) => string) => {
  const format = numberFormat(tagOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const unit = 10 ** digitsOf(currency)
  return cents => format.format(cents / unit)
}

/** A calendar day in the reader's language, as written in the school's region. */
export const dateText = (
  language: Language,
  region: Region,
  day: string,
  dateStyle: 'full' | 'long' | 'medium' = 'long',
): string =>
  dateFormat(dateTagOf(language, region), { dateStyle, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A wall-clock time 'HH:MM' as it is written in a language and the school's region: '4:05 PM', in Chinese '16:05'. */
export const timeText = (language: Language, region: Region, time: string): string =>
  dateFormat(dateTagOf(language, region), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(new Date(`1970-01-01T${time}:00Z`))
    .replaceAll('\u202f', ' ')

/** The name of a weekday, from 1 for Monday to 7 for Sunday. */
export const weekdayText = (language: Language, weekday: number): string =>
  dateFormat(tagOf(language), { weekday: 'long', timeZone: 'UTC' }).format(
    // 1 January 2024 was a Monday.
    Date.UTC(2024, 0, weekday),
  )

/** An instant in the school's time zone, with its weekday; without the year unless `year` is given. */
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

/** A day for the head of a narrow column. */
export const shortDayText = (language: Language, region: Region, day: string): string =>
  dateFormat(dateTagOf(language, region), { month: 'numeric', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A day with its weekday, and with its year if that differs from the year of `beside`. */
export const weekdayDateText = (language: Language, region: Region, day: string, beside = day): string =>
  dateFormat(dateTagOf(language, region), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== beside.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/** An instant in the school's time zone: the day and the time. */
export const stampText = (language: Language, { zone, ...region }: Region & { zone: string }, at: Date): string =>
  dateFormat(dateTagOf(language, region), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)

/** A text in both languages, as used for the head of a file's column. */
export const inBoth = <const Key extends string>(
  texts: (language: Language) => (key: Key) => string,
  key: Key,
): Record<Language, string> => ({ en: texts('en')(key), zh: texts('zh')(key) })
