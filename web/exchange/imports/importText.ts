import { useTranslations } from 'use-intl'
import type { ColumnTarget, RowNote, RowOutcome } from '#contract/exchange/imports.ts'
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

/** What there is to say about a row, in words. */
export const useNoteText = (): ((note: RowNote) => string) => {
  const t = useTranslations('imports.note')
  return ({ code, text }) => (t.has(code as 'twice') ? t(code as 'twice', { text }) : text)
}

const groups = ['child', 'guardian', 'family', 'emergency', 'doctor', 'staff'] as const

/** What a column holds, and whose it is. */
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
