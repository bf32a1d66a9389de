import { useTranslations } from 'use-intl'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { TypedWorth } from './worth.ts'

type Props = {
  kind: 'codes' | 'awards'
  value: TypedWorth
  onChange: (value: TypedWorth) => void
  field: (path: string) => { id: string; error: string | null | undefined }
}

/** A percentage or an amount: which of the two, and how much. */
export const WorthFields = ({ kind, value, onChange, field }: Props) => {
  const t = useTranslations(`officePrices.${kind}`)
  const codes = useTranslations('officePrices.codes')
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('worth')} group>
        <Segmented
          label={t('worth')}
          value={value.by}
          onChange={by => onChange({ ...value, by })}
          options={(['percent', 'amountCents'] as const).map(by => ({ value: by, label: t(by) }))}
        />
      </Field>
      {value.by === 'percent' ? (
        <Field label={t('percent')} hideLabel {...field('percent')}>
          <Input
            inputMode="numeric"
            className="max-w-24 text-end"
            value={value.percent}
            onChange={event => onChange({ ...value, percent: event.target.value })}
          />
        </Field>
      ) : (
        <Field
          label={t('amountCents')}
          hideLabel
          {...(kind === 'codes' && { hint: codes('amountHint') })}
          {...field('amountCents')}
        >
          <MoneyInput
            value={value.amountCents}
            currency={format.currency}
            onChange={amountCents => onChange({ ...value, amountCents })}
          />
        </Field>
      )}
    </div>
  )
}
