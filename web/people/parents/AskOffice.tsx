import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WantedChange } from '#contract/people/parents.record.ts'
import { relationships } from '#contract/people/students.plain.ts'
import { eachField, fieldsIn } from '#contract/studentFields.plain.ts'
import type { Output } from '#contract/index.ts'
import { FieldInput, useFieldLabel } from '#web/records/FieldInput.tsx'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useMails } from '#web/wire/mails.ts'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]

/** A form that sends a change request; its fields have the names of the change's properties. */
const useAsk = (onClose: () => void) => {
  const t = useTranslations('record')
  const mails = useMails()
  const form = useForm('parents-requestChange', useFieldLabel())
  return {
    form,
    hint: t(mails === 'kept' ? 'ask.hintKept' : 'ask.hint'),
    field: (name: string) => form.field(`change.${name}`),
    send: (change: WantedChange) =>
      form.send({ change }, () => {
        toast(t(mails === 'kept' ? 'ask.sentKept' : 'ask.sent'))
        onClose()
      }),
  }
}

/** Requests a correction of a child's name or birthday. */
export const AskChild = ({ child, onClose }: { child: Household['children'][number]; onClose: () => void }) => {
  const t = useTranslations('record')
  const firstName = useFirstName()
  const { form, hint, field, send } = useAsk(onClose)
  const [values, change] = useChanges(eachField(fieldsIn('review'), each => child[each] ?? ''))
  return (
    <FormDialog
      title={t('ask.childTitle', { name: firstName(child) })}
      description={hint}
      form={form}
      verb={t('ask.send')}
      onSubmit={() => send({ kind: 'child', studentId: child.id, ...values })}
      onClose={onClose}
    >
      {fieldsIn('review').map(each => (
        <FieldInput
          key={each}
          field={each}
          value={values[each]}
          onText={text => change({ [each]: text })}
          in={field(each)}
        />
      ))}
    </FormDialog>
  )
}

/** Requests a change of what a guardian may see and do, or their removal from the family. */
export const AskGuardian = ({
  household,
  guardian,
  onClose,
}: {
  household: Household
  guardian: Guardian
  onClose: () => void
}) => {
  const t = useTranslations('record')
  const firstName = useFirstName()
  const { form, hint, send } = useAsk(onClose)
  const [{ hasDataAccess, mayPickUp }, change] = useChanges({
    hasDataAccess: guardian.hasDataAccess,
    mayPickUp: guardian.mayPickUp,
  })
  const [leaves, setLeaves] = useState(false)
  const of = { householdId: household.id, guardianId: guardian.id }
  return (
    <FormDialog
      title={t('ask.guardianTitle', { name: firstName(guardian) })}
      description={hint}
      form={form}
      verb={t('ask.send')}
      onSubmit={() =>
        send(leaves ? { kind: 'guardian-remove', ...of } : { kind: 'rights', ...of, hasDataAccess, mayPickUp })
      }
      onClose={onClose}
    >
      <div id="change.name" tabIndex={-1} className="grid">
        <Checkbox
          label={t('ask.seesData')}
          checked={hasDataAccess && !leaves}
          disabled={leaves}
          onChange={event => change({ hasDataAccess: event.target.checked })}
        />
        <Checkbox
          label={t('ask.mayPickUp')}
          checked={mayPickUp && !leaves}
          disabled={leaves}
          onChange={event => change({ mayPickUp: event.target.checked })}
        />
        <Checkbox
          label={t('ask.removeGuardian')}
          checked={leaves}
          onChange={event => setLeaves(event.target.checked)}
        />
      </div>
    </FormDialog>
  )
}

/** Requests a new guardian for all the household's children. */
export const AskNewGuardian = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useTranslations('record')
  const names = useTranslations('personFields')
  const relationshipsText = useTranslations('record.relationships')
  const { form, hint, field, send } = useAsk(onClose)
  const [values, setValues] = useState({ name: '', nativeName: '', email: '', phone: '' })
  const [relationship, setRelationship] = useState<(typeof relationships)[number]>('grandparent')
  const [rights, setRights] = useState({ hasDataAccess: true, mayPickUp: true })
  const change = (key: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [key]: event.target.value })
  return (
    <FormDialog
      title={t('ask.addTitle')}
      description={hint}
      form={form}
      verb={t('ask.send')}
      onSubmit={() => send({ kind: 'guardian-add', householdId: household.id, relationship, ...values, ...rights })}
      onClose={onClose}
    >
      <Field {...field('name')} label={names('name')}>
        <Input value={values.name} onChange={change('name')} />
      </Field>
      <Field {...field('nativeName')} label={names('nativeName')} optional>
        <Input value={values.nativeName} onChange={change('nativeName')} />
      </Field>
      <Field {...field('relationship')} label={names('relationship')}>
        <Select
          value={relationship}
          onChange={event => setRelationship(relationships.find(each => each === event.target.value) ?? 'other')}
        >
          {relationships
            .filter(each => each !== 'self')
            .map(each => (
              <option key={each} value={each}>
                {relationshipsText(each)}
              </option>
            ))}
        </Select>
      </Field>
      <Field {...field('phone')} label={names('phone')} optional>
        <Input type="tel" value={values.phone} onChange={change('phone')} />
      </Field>
      <Field {...field('email')} label={names('email')} hint={t('ask.emailHint')} optional>
        <Input type="email" value={values.email} onChange={change('email')} />
      </Field>
      <div className="-my-2 grid">
        <Checkbox
          label={t('ask.seesData')}
          checked={rights.hasDataAccess}
          onChange={event => setRights({ ...rights, hasDataAccess: event.target.checked })}
        />
        <Checkbox
          label={t('ask.mayPickUp')}
          checked={rights.mayPickUp}
          onChange={event => setRights({ ...rights, mayPickUp: event.target.checked })}
        />
      </div>
    </FormDialog>
  )
}

/** Requests a change of the household's name. */
export const AskHousehold = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useTranslations('record')
  const { form, hint, field, send } = useAsk(onClose)
  const [{ name }, change] = useChanges({ name: household.name })
  return (
    <FormDialog
      title={t('ask.householdTitle')}
      description={hint}
      form={form}
      verb={t('ask.send')}
      onSubmit={() => send({ kind: 'household', householdId: household.id, name })}
      onClose={onClose}
    >
      <Field {...field('name')} label={t('ask.householdName')}>
        <Input value={name} onChange={event => change({ name: event.target.value })} />
      </Field>
    </FormDialog>
  )
}
