import type { FieldKind, FieldOption, FieldValue } from '#contract/people/forms.ts'
import { textIn } from './inLanguage.ts'
import { listIn } from './lists.ts'

type Asked = { kind: FieldKind; isRequired: boolean; options: readonly FieldOption[] }

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
/** Maximum lengths of answers, by kind of text. */
const longest = { text: 200, long: 4000 } as const

/**
 * A value without accidental input: surrounding blanks, or an option chosen twice. Options keep the order of the field.
 */
export const cleanValue = (field: Pick<Asked, 'kind' | 'options'>, value: FieldValue | undefined): FieldValue => {
  if (field.kind === 'several') {
    const chosen = new Set(Array.isArray(value) ? value : [])
    return field.options.map(({ key }) => key).filter(key => chosen.has(key))
  }
  const text = typeof value === 'string' ? value.trim().normalize('NFC') : ''
  return field.kind === 'number' ? text.replace(',', '.') : text
}

export const isBlank = (value: FieldValue): boolean => value.length === 0

/** What to do about an answer that is missing, as the key of a field text. */
const missing = (kind: FieldKind) =>
  kind === 'several' ? 'required' : kind === 'choice' || kind === 'yesno' ? 'choose' : 'empty'

/**
 * The problem with an answer, as the key of a field text; null if there is none. An option that the school has removed
 * stays valid only for those who chose it before (`before`).
 */
export const valueProblem = (
  field: Asked,
  value: FieldValue | undefined,
  before: FieldValue | null = null,
): 'required' | 'empty' | 'choose' | 'day' | 'number' | 'long' | null => {
  const clean = cleanValue(field, value)
  if (isBlank(clean)) return field.isRequired ? missing(field.kind) : null
  const had = new Set(before === null ? [] : [before].flat())
  const mayChoose = (key: string) =>
    field.options.some(option => option.key === key && (!option.isArchived || had.has(key)))
  switch (field.kind) {
    case 'several':
      return [clean].flat().every(mayChoose) ? null : 'choose'
    case 'choice':
      return mayChoose(String(clean)) ? null : 'choose'
    case 'yesno':
      return clean === 'yes' || clean === 'no' ? null : 'choose'
    case 'day':
      return isDay(String(clean)) ? null : 'day'
    case 'number':
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(String(clean)) ? null : 'number'
    case 'text':
    case 'long':
      return clean.length > longest[field.kind] ? 'long' : null
  }
}

/** An answer as text in one language. Days and numbers stay as stored. */
export const valueText = (
  field: Pick<Asked, 'kind' | 'options'>,
  value: FieldValue | null,
  language: 'en' | 'zh',
): string => {
  if (value === null || isBlank(value)) return ''
  if (field.kind === 'yesno')
    return value === 'yes' ? (language === 'zh' ? '是' : 'Yes') : language === 'zh' ? '否' : 'No'
  if (field.kind !== 'choice' && field.kind !== 'several') return String(value)
  const labels = [value].flat().map(key => {
    const option = field.options.find(each => each.key === key)
    return option ? textIn(language, option.label, option.nativeLabel) : key
  })
  return listIn(language, labels)
}
