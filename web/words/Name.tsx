import { useLocale } from 'use-intl'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'

export type TwoNames = {
  name: string
  nativeName: string
  /** For a class: its term, unless that goes without saying (contract/values.ts). */
  otherTerm?: { name: string; nativeName: string } | null
}

type Ordered = { first: string; second: string; own: string; term: string }

/**
 * Puts a name in the order of the reader's language: the native name first in Chinese. `second` may be ''. `first` ends
 * with the term of a class; where both names are shown it comes last.
 */
export const inOrder = (language: string, { name, nativeName, otherTerm }: TwoNames): Ordered => {
  const other = nativeName === name ? '' : nativeName
  const [own, second] = language === 'zh' && other ? [other, name] : [name, other]
  const term = otherTerm ? ` · ${inOrder(language, otherTerm).own}` : ''
  return { first: own + term, second, own, term }
}

/** Returns a function that gives the names of a person or class in the reader's order. */
export const useNames = (): ((of: TwoNames) => Ordered) => inOrder.bind(null, useLocale())

// Without a separator, "Fall 2026" and "2026 秋季" would read as one number.
const between = (first: string, second: string): string => (/\d$/.test(first) && /^\d/.test(second) ? ' · ' : ' ')

/** Returns a function that joins a name and its other script in one text, the reader's own first. */
export const useNameText = (): ((of: TwoNames) => string) => {
  const names = useNames()
  return of => {
    const { second, own, term } = names(of)
    return own + (second && between(own, second) + second) + term
  }
}

/** Returns a function that gives the name that the reader sees first, for initials. */
export const useFirstName = (): ((of: TwoNames) => string) => {
  const names = useNames()
  return of => names(of).first
}

/** Returns the name of a family that the reader sees first. */
export const useFamilyName = (): ((of: { household: string; householdNativeName: string }) => string) => {
  const first = useFirstName()
  return of => first({ name: of.household, nativeName: of.householdNativeName })
}

type Taught = { teachers: readonly string[]; teacherNativeNames?: readonly string[] | undefined }

/** Returns a function that lists the teachers of a class in one text, each by the name that the reader sees first. */
export const useTeachersText = (): ((of: Taught) => string) => {
  const first = useFirstName()
  const format = useFormat()
  // Answers that a device has kept from an earlier release have no native names.
  return ({ teachers, teacherNativeNames = [] }) =>
    format.list(teachers.map((name, at) => first({ name, nativeName: teacherNativeNames[at] ?? '' })))
}

/** The language of a name, for screen readers and fonts: Chinese, or English as in the school's other texts. */
const langOf = (name: string) => (/[一-鿿]/.test(name) ? 'zh' : 'en')

type NamedProps = {
  names: TwoNames
  /** Puts the second name below the first. */
  stacked?: boolean
  /** The color of the second name, for other backgrounds than the page's. */
  quiet?: string
}

/** Both names of a person or class: the main name, and the same name in the other script. */
export const Named = ({ names, stacked = false, quiet = 'text-ink-2' }: NamedProps) => {
  const { own, second, term } = useNames()(names)
  // Where there is no room beside each other, the sign stays with the first.
  const gap = stacked ? ' ' : between(own, second).replace(' ·', '\u00a0·')
  return (
    <>
      <bdi lang={langOf(own)}>{own}</bdi>
      {second && (
        <>
          {/* A link doesn't underline a block of its own. */}
          {gap === ' ' && !stacked ? <span className="inline-block whitespace-pre"> </span> : gap}
          <bdi lang={langOf(second)} className={classes('font-normal', quiet, stacked ? 'block' : 'inline-block')}>
            {second}
          </bdi>
        </>
      )}
      {term}
    </>
  )
}

/** A name with its other script beside it in a muted color, as one part of a row. */
export const Name = (of: TwoNames) => (
  <span>
    <Named names={of} />
  </span>
)
