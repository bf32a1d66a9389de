import { useLocale, useTranslations } from 'use-intl'
import type { FieldValue, FormField } from '#contract/people/forms.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that gives the label and help of the school's own field in the reader's language. */
export const useOwnText = () => {
  const language = useLocale()
  return (field: Pick<FormField, 'label' | 'nativeLabel' | 'help' | 'nativeHelp'>) => ({
    label: (language === 'zh' && field.nativeLabel) || field.label,
    help: (language === 'zh' && field.nativeHelp) || field.help,
  })
}

/** Returns a function that formats an answer in the reader's language; '' if there is none. */
export const useOwnValue = () => {
  const language = useLocale()
  const t = useTranslations('ownFields')
  const format = useFormat()
  return (field: Pick<FormField, 'kind' | 'options'>, value: FieldValue | null): string => {
    if (value === null || value.length === 0) return ''
    const named = (key: string) => {
      const option = field.options.find(each => each.key === key)
      return (language === 'zh' && option?.nativeLabel) || option?.label || key
    }
    switch (field.kind) {
      case 'yesno':
        return t(value === 'yes' ? 'yes' : 'no')
      case 'day':
        return format.day(String(value))
      case 'choice':
      case 'several':
        return [value]
          .flat()
          .map(named)
          .join(language === 'zh' ? '、' : ', ')
      default:
        return String(value)
    }
  }
}
