import { localeOf } from './region.ts'
import { textIn } from './inLanguage.ts'

/** The placeholders that a notice or template may have in braces. Each reader sees their own facts instead. */
export const placeholders = ['school', 'name', 'student', 'class', 'balance', 'dueOn'] as const
export type Placeholder = (typeof placeholders)[number]
type PlaceholderTexts = Readonly<Record<Placeholder, string>>

type TwoNames = { name: string; nativeName: string }
/** The facts about a reader of a notice. */
export type ReaderFacts = TwoNames & {
  students: readonly TwoNames[]
  classes: readonly TwoNames[]
  balanceCents: number
  dueOn: string | null
}

const braced = /\{([^{}\n]*)\}/g
const isPlaceholder = (text: string): text is Placeholder => (placeholders as readonly string[]).includes(text)

/** The unknown words in braces, in order, without duplicates. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(braced)].map(match => match[1]!).filter(word => !isPlaceholder(word))),
]

/** True if a text differs from reader to reader. */
export const hasPlaceholders = (text: string): boolean =>
  [...text.matchAll(braced)].some(match => isPlaceholder(match[1]!))

/** Replaces placeholders with a reader's facts. Unknown words in braces stay as they are. */
export const fillPlaceholders = (text: string, texts: PlaceholderTexts): string =>
  text.replace(braced, (whole, word: string) => (isPlaceholder(word) ? texts[word] : whole))

const locales = { en: 'en', zh: 'zh-Hans' } as const
/** Stands for a fact that a reader doesn't have. */
const nothing = '–'

/**
 * A reader's facts formatted in a language. Each one is formatted on first use: most notices contain none of them, and
 * creating the formatters for money and dates takes longer than everything else.
 */
export const placeholderTexts = (
  facts: ReaderFacts,
  school: TwoNames & { currency: string },
  language: 'en' | 'zh',
): PlaceholderTexts => {
  const locale = locales[language]
  const nameOf = (of: TwoNames) => textIn(language, of.name, of.nativeName)
  const list = (of: readonly TwoNames[]) =>
    of.length === 0 ? nothing : new Intl.ListFormat(locale, { type: 'conjunction' }).format(of.map(nameOf))
  return {
    school: nameOf(school),
    name: nameOf(facts),
    get student() {
      return list(facts.students)
    },
    get class() {
      return list(facts.classes)
    },
    get balance() {
      const money = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: school.currency,
        currencyDisplay: 'narrowSymbol',
      })
      const digits = money.resolvedOptions().maximumFractionDigits ?? 2
      return money.format(Math.max(0, facts.balanceCents) / 10 ** digits)
    },
    get dueOn() {
      if (facts.dueOn === null) return nothing
      const day = new Intl.DateTimeFormat(language === 'zh' ? locale : localeOf(language, school.currency), {
        dateStyle: 'long',
        timeZone: 'UTC',
      })
      return day.format(new Date(`${facts.dueOn}T00:00:00Z`))
    },
  }
}
