import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Household } from '#contract/people/parents.ts'
import { useFamilyLabel } from '#web/people/parents/office/OfficeAddFamily.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

/** Changes a family's name and address, in place of them. */
export const OfficeFamilyForm = ({ household, onDone }: { household: Household; onDone: () => void }) => {
  const t = useTranslations('people')
  const text = useUiText()
  const [values, setValues] = useState({ name: household.name, address: household.address })
  const form = useForm('parents-change', useFamilyLabel(), ['payments', 'students'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ id: household.id, ...values }, () => {
      toast(t('saved'))
      onDone()
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-lg border border-line p-4">
      {form.failure && (
        <Notice alert tone="danger">
          {form.failure}
        </Notice>
      )}
      <Field label={t('family.household')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => setValues({ ...values, name: event.target.value })} />
      </Field>
      <Field label={t('address')} optional {...form.field('address')}>
        <Input value={values.address} onChange={event => setValues({ ...values, address: event.target.value })} />
      </Field>
      <div className="flex justify-end gap-3">
        <Button size="small" onClick={onDone}>
          {text.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary" pending={form.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
