import { useTranslations } from 'use-intl'
import { type ColumnTarget, isNumbered, type RowNote, type RowOutcome } from '#contract/imports.ts'
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

/** What there is to say about a row, in words. */
export const useNoteText = (): ((note: RowNote) => string) => {
  const t = useTranslations('imports.note')
  return ({ code, text }) => (t.has(code as 'twice') ? t(code as 'twice', { text }) : text)
}

/** What a column holds, with whose it is where there are several. */
export const useTargetText = (): ((target: ColumnTarget) => string) => {
  const t = useTranslations('imports')
  return ({ field, n }) =>
    isNumbered(field) && n > 1 ? t('numbered', { what: t(`field.${field}`), n: String(n) }) : t(`field.${field}`)
}
