import { useTranslations } from 'use-intl'
import type { ColumnTarget, Import, ImportRow, RowNote, RowOutcome } from '#contract/exchange/imports.ts'
import { fieldIn, isNumbered, isPlain } from '#contract/exchange/imports.plain.ts'
import type { Tone } from '#web/ui/Marks.tsx'

export const outcomeTones: Record<RowOutcome, Tone> = {
  new: 'good',
  joined: 'good',
  changed: 'info',
  same: 'neutral',
  doubtful: 'warn',
  rejected: 'bad',
  skipped: 'neutral',
  ignored: 'neutral',
}

/** Returns the row whose children a row repeats, if it contains nothing else; null for any other row. */
export const repeatedRow = ({
  outcome,
  children,
  warnings,
}: Pick<ImportRow, 'outcome' | 'children' | 'warnings'>): string | null => {
  const again = warnings.filter(({ code }) => code === 'twice')
  return outcome === 'same' && again.length > 0 && again.length === children.length ? again[0]!.text : null
}

/** Returns a function that describes the outcome of a row. */
export const useRowText = (): ((row: ImportRow) => string) => {
  const t = useTranslations('imports')
  return row => {
    const n = repeatedRow(row)
    if (n !== null) return t('repeats', { n })
    return t(row.outcome === 'same' ? 'onFile' : `outcome.${row.outcome}`)
  }
}

/** Returns true if nothing in a draft's file shows the order of day and month, and no one has chosen it yet. */
export const isDayOpen = ({ dayExample, dayOrder }: Pick<Import, 'dayExample' | 'dayOrder'>): boolean =>
  dayExample !== null && dayOrder === null

/** Returns a function that puts a note on a row into words. */
export const useNoteText = (): ((note: RowNote) => string) => {
  const t = useTranslations('imports.note')
  return ({ code, text }) => (t.has(code as 'twice') ? t(code as 'twice', { text }) : text)
}

const groups = ['child', 'guardian', 'family', 'emergency', 'doctor', 'staff'] as const

/** Returns a function that names the content of a column, and the person it is about. */
export const useTargetText = (): ((target: ColumnTarget) => string) => {
  const t = useTranslations('imports')
  return ({ field, n }) => {
    const group = groups.find(each => field.startsWith(`${each}-`))
    const what = isPlain(field) ? t(`person.${fieldIn(field)}`) : t(`field.${field}`)
    if (group !== 'child' && group !== 'guardian' && group !== 'staff')
      return isNumbered(field) && n > 1 ? t('numbered', { what, n: String(n) }) : what
    const whose = t(`group.${group}`)
    return t('ofWhom', { whose: n > 1 ? t('numbered', { what: whose, n: String(n) }) : whose, what })
  }
}

type Adult = ImportRow['guardians'][number]
/**
 * Returns the guardians in rows of one family, each once. As in the import, an email address stands for the same person in
 * every row, however each row writes the name; two people in one row may share it.
 */
export const guardiansOf = (rows: readonly Pick<ImportRow, 'guardians'>[]): Adult[] =>
  rows.reduce<Adult[]>((kept, { guardians }) => {
    const isKept = ({ name, email }: Adult) =>
      kept.some(each => each.email === email && (email !== '' || each.name === name))
    return [...kept, ...guardians.filter(each => !isKept(each))]
  }, [])
