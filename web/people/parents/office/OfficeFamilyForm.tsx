import { useTranslations } from 'use-intl'
import type { Household } from '#contract/people/parents.ts'
import { useFamilyLabel } from '#web/people/parents/office/OfficeAddFamily.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

/** The form for a family's name and address, shown in their place. */
export const OfficeFamilyForm = ({ household, onDone }: { household: Household; onDone: () => void }) => {
  const t = useTranslations('people')
  const [values, change, replaced] = useChanges({ name: household.name, address: household.address })
  const familyLabel = useFamilyLabel()
  const labelOf = (path: string) => (path === 'name' ? t('family.household') : familyLabel(path))
  const form = useForm('parents-change', labelOf)
  const submit = () =>
    form.send({ id: household.id, ...values }, () => {
      toast(t('saved'))
      onDone()
    })
  return (
    <RecordForm isPart form={form} verb={t('save')} onSubmit={submit} onCancel={onDone}>
      <Field label={t('family.household')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => change({ name: event.target.value })} />
      </Field>
      <Field label={t('address')} optional {...form.field('address')}>
        <Input value={values.address} onChange={event => change({ address: event.target.value })} />
      </Field>
      <Replaced fields={replaced} labelOf={labelOf} />
    </RecordForm>
  )
}
