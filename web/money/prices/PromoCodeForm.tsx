import { useTranslations } from 'use-intl'
import type { PromoCode } from '#contract/money/prices.ts'
import { useReadLater } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { numberOrNull, typedWorth, worthOf } from './worth.ts'
import { WorthFields } from './WorthFields.tsx'

const labels = [
  'code',
  'percent',
  'amountCents',
  'validFrom',
  'validUntil',
  'programmeIds',
  'mostUses',
  'mostPerHousehold',
  'note',
] as const

/** Creates a promo code, or changes one from now on. */
export const PromoCodeForm = ({ promoCode, onClose }: { promoCode: PromoCode | undefined; onClose: () => void }) => {
  const t = useTranslations('officePrices.codes')
  const nameText = useNameText()
  const programmes = useReadLater('classes-parts', {}).data?.programmes ?? []
  const [worth, setWorth] = useChanges(typedWorth(promoCode))
  const [values, set] = useChanges({
    code: promoCode?.code ?? '',
    programmeIds: promoCode?.programmeIds ?? [],
    validFrom: promoCode?.validFrom ?? '',
    validUntil: promoCode?.validUntil ?? '',
    mostUses: promoCode?.mostUses ? String(promoCode.mostUses) : '',
    mostPerHousehold: promoCode ? String(promoCode.mostPerHousehold ?? '') : '1',
    isForNewFamilies: promoCode?.isForNewFamilies ?? false,
    isCombinable: promoCode?.isCombinable ?? true,
    note: promoCode?.note ?? '',
  })
  const labelOf = (path: string) => {
    const known = labels.find(each => each === path)
    return known ? t(known) : path
  }
  const create = useForm('prices-createCode', labelOf)
  const change = useForm('prices-changeCode', labelOf)
  const form = promoCode ? change : create
  const input = {
    ...values,
    ...worthOf(worth),
    validFrom: values.validFrom || null,
    validUntil: values.validUntil || null,
    mostUses: numberOrNull(values.mostUses),
    mostPerHousehold: numberOrNull(values.mostPerHousehold),
  }
  const saved = ({ code }: PromoCode) => {
    toast(t('saved', { code }))
    onClose()
  }
  const number = (key: 'mostUses' | 'mostPerHousehold') => (
    <Field label={t(key)} hint={t('unlimited')} {...form.field(key)}>
      <Input
        inputMode="numeric"
        className="max-w-24 text-end"
        value={values[key]}
        onChange={event => set({ [key]: event.target.value })}
      />
    </Field>
  )
  const day = (key: 'validFrom' | 'validUntil') => (
    <Field label={t(key)} optional {...form.field(key)}>
      <Input type="date" value={values[key]} onChange={event => set({ [key]: event.target.value })} />
    </Field>
  )
  return (
    <FormDialog
      title={promoCode ? t('change', { code: promoCode.code }) : t('add')}
      verb={t(promoCode ? 'save' : 'create')}
      form={form}
      onSubmit={() => (promoCode ? change.send({ id: promoCode.id, ...input }, saved) : create.send(input, saved))}
      onClose={onClose}
    >
      <Field label={t('code')} hint={t('codeHint')} required {...form.field('code')}>
        <Input
          value={values.code}
          autoComplete="off"
          spellCheck={false}
          className="max-w-64 uppercase"
          onChange={event => set({ code: event.target.value })}
        />
      </Field>
      <WorthFields kind="codes" value={worth} onChange={setWorth} field={form.field} />
      <div className="grid gap-4 sm:grid-cols-2">
        {day('validFrom')}
        {day('validUntil')}
        {number('mostUses')}
        {number('mostPerHousehold')}
      </div>
      {programmes.length > 0 && (
        <Field label={t('programmeIds')} hint={t('programmesHint')} group {...form.field('programmeIds')}>
          {programmes.map(programme => (
            <Checkbox
              key={programme.id}
              id={`promo-${programme.id}`}
              label={nameText(programme)}
              checked={values.programmeIds.includes(programme.id)}
              onChange={event =>
                set({
                  programmeIds: event.target.checked
                    ? [...values.programmeIds, programme.id]
                    : values.programmeIds.filter(id => id !== programme.id),
                })
              }
            />
          ))}
        </Field>
      )}
      <div>
        {(['isForNewFamilies', 'isCombinable'] as const).map(key => (
          <Checkbox
            key={key}
            label={t(key)}
            hint={t(`${key}Hint`)}
            checked={values[key]}
            onChange={event => set({ [key]: event.target.checked })}
          />
        ))}
      </div>
      <Field label={t('note')} optional {...form.field('note')}>
        <Input value={values.note} onChange={event => set({ note: event.target.value })} />
      </Field>
    </FormDialog>
  )
}
