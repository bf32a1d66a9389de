import { useTranslations } from 'use-intl'
import type { FieldValue, FormField } from '#contract/people/forms.ts'
import { useFieldText } from '#web/people/forms/shared/fieldText.ts'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { DateParts } from '#web/ui/DateParts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** The most options shown as radio buttons; more become a select. */
const mostRadios = 5

type OwnFieldProps = {
  field: FormField
  /** The input's id, which also finds its error. */
  id: string
  value: FieldValue | undefined
  error: string | undefined
  onChange: (value: FieldValue) => void
}

/** The input for one of the school's own questions, according to its kind. */
export const OwnField = ({ field, id, value, error, onChange }: OwnFieldProps) => {
  const t = useTranslations('ownFields')
  const own = useOwnText()
  const { dateOrder } = useFormat()
  const { label, help } = useFieldText()(field)
  const text = typeof value === 'string' ? value : ''
  const chosen = Array.isArray(value) ? value : []
  const options = field.options
    .filter(({ key, isArchived }) => !isArchived || key === text || chosen.includes(key))
    .map(option => ({ value: option.key, label: own(option.label, option.nativeLabel) }))
  const isGroup =
    field.kind === 'several' ||
    field.kind === 'yesno' ||
    field.kind === 'day' ||
    (field.kind === 'choice' && options.length <= mostRadios)
  const control = () => {
    switch (field.kind) {
      case 'text':
        return <Input autoComplete="off" value={text} onChange={event => onChange(event.target.value)} />
      case 'number':
        return (
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="max-w-40"
            value={text}
            onChange={event => onChange(event.target.value)}
          />
        )
      case 'long':
        return <Textarea rows={3} value={text} onChange={event => onChange(event.target.value)} />
      case 'day':
        return <DateParts value={text} onChange={onChange} order={dateOrder} />
      case 'yesno':
        return (
          <RadioGroup
            options={[
              { value: 'yes', label: t('yes') },
              { value: 'no', label: t('no') },
            ]}
            value={text || null}
            onChange={onChange}
          />
        )
      case 'several':
        return options.map(option => (
          <Checkbox
            key={option.value}
            id={`${id}-${option.value}`}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={event =>
              onChange(event.target.checked ? [...chosen, option.value] : chosen.filter(key => key !== option.value))
            }
          />
        ))
      case 'choice':
        return isGroup ? (
          <RadioGroup options={options} value={text || null} onChange={onChange} />
        ) : (
          <Select value={text} onChange={event => onChange(event.target.value)}>
            <option value="">{t('choose')}</option>
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )
    }
  }
  return (
    <Field
      id={id}
      label={label}
      hint={help || undefined}
      error={error}
      group={isGroup}
      optional={!field.isRequired}
      required={field.isRequired && !isGroup}
    >
      {control()}
    </Field>
  )
}
