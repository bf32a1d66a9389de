import { useTranslations } from 'use-intl'
import type { FieldValue, FormField } from '#contract/people/forms.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that gives the label and help of the school's own field in the reader's language. */
export const useFieldText = () => {
  const own = useOwnText()
  return (field: Pick<FormField, 'label' | 'nativeLabel' | 'help' | 'nativeHelp'>) => ({
    label: own(field.label, field.nativeLabel),
    help: own(field.help, field.nativeHelp),
  })
}

/** Returns a function that formats an answer in the reader's language; '' if there is none. */
export const useFieldValue = () => {
  const own = useOwnText()
  const t = useTranslations('ownFields')
  const format = useFormat()
  return (field: Pick<FormField, 'kind' | 'options'>, value: FieldValue | null): string => {
    if (value === null || value.length === 0) return ''
    const named = (key: string) => {
      const option = field.options.find(each => each.key === key)
      return option ? own(option.label, option.nativeLabel) : key
    }
    switch (field.kind) {
      case 'yesno':
        return t(value === 'yes' ? 'yes' : 'no')
      case 'day':
        return format.day(String(value))
      case 'choice':
      case 'several':
        return format.list([value].flat().map(named))
      default:
        return String(value)
    }
  }
}
