import type { FieldKind, FieldOption, FieldValue } from '#contract/people/forms.ts'
import { listIn } from './lists.ts'

type Asked = { kind: FieldKind; isRequired: boolean; options: readonly FieldOption[] }

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
/** The longest answer to each kind of text. */
const longest = { text: 200, long: 4000 } as const

/** A value without what nobody meant: blanks at its ends, an option chosen twice. The order is the field's own. */
export const cleanValue = (field: Pick<Asked, 'kind' | 'options'>, value: FieldValue | undefined): FieldValue => {
  if (field.kind === 'several') {
    const chosen = new Set(Array.isArray(value) ? value : [])
    return field.options.map(({ key }) => key).filter(key => chosen.has(key))
  }
  const text = typeof value === 'string' ? value.trim().normalize('NFC') : ''
  return field.kind === 'number' ? text.replace(',', '.') : text
}

export const isBlank = (value: FieldValue): boolean => value.length === 0

/**
 * What is wrong with an answer, as the key of a field text; null where nothing is. An option that the school has taken
 * out is good for those who chose it before (`before`), and for nobody else.
 */
export const valueProblem = (
  field: Asked,
  value: FieldValue | undefined,
  before: FieldValue | null = null,
): 'required' | 'choose' | 'day' | 'number' | 'long' | null => {
  const clean = cleanValue(field, value)
  if (isBlank(clean)) return field.isRequired ? 'required' : null
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

/** An answer in words, in one language. Days and numbers stay as they are kept. */
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
    return (language === 'zh' && option?.nativeLabel) || option?.label || key
  })
  return listIn(language, labels)
}
