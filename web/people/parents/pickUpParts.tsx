import { Ban, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PickUp } from '#contract/people/parents.record.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

type Household = { id: string; isWhole: boolean; children: readonly { id: string; name: string; nativeName: string }[] }

/** Shows by text and icon whether a person may pick up a child. */
export const PickUpBadge = ({ rule }: { rule: PickUp['rule'] }) => {
  const t = useTranslations('record.pickUp')
  const Icon = rule === 'allow' ? Check : Ban
  return (
    <Badge tone={rule === 'allow' ? 'good' : 'bad'}>
      <Icon size={13} strokeWidth={3} aria-hidden />
      {t(rule === 'allow' ? 'may' : 'mayNot')}
    </Badge>
  )
}

/** Returns a function that gives the period for which an entry is valid. */
export const useHeld = (): ((entry: Pick<PickUp, 'fromDay' | 'toDay'>) => string) => {
  const t = useTranslations('record.pickUp')
  const format = useFormat()
  const { day } = useSchoolClock()
  return ({ fromDay, toDay }) => {
    if (toDay !== null && fromDay === toDay) return t('onDay', { day: format.day(toDay) })
    if (toDay !== null && fromDay > day) return t('between', { from: format.day(fromDay), to: format.day(toDay) })
    if (toDay !== null) return t('until', { day: format.day(toDay) })
    return fromDay > day ? t('begins', { day: format.day(fromDay) }) : t('always')
  }
}

type AddPickUpProps = {
  household: Household
  rule: PickUp['rule']
  onClose: () => void
}

/** Adds a person who may pick up the children or, for the office, one who is blocked. */
export const AddPickUp = ({ household: { id: householdId, isWhole, children }, rule, onClose }: AddPickUpProps) => {
  const t = useTranslations('record')
  const firstName = useFirstName()
  const { day } = useSchoolClock()
  const label = (path: string): string => {
    if (path === 'fromDay') return t('pickUp.from')
    if (path === 'toDay') return t('pickUp.to')
    return t.has(path as 'name') ? t(path as 'name') : path
  }
  const allow = useForm('parents-allowPickUp', label)
  const deny = useForm('parents-denyPickUp', label)
  const form = rule === 'allow' ? allow : deny
  const [values, setValues] = useState({
    name: '',
    phone: '',
    relationship: '',
    studentId: (!isWhole && children[0]?.id) || '',
    fromDay: day,
    toDay: '',
  })
  const change = (key: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [key]: event.target.value })
  const send = () =>
    form.send({ ...values, householdId, studentId: values.studentId || null, toDay: values.toDay || null }, () => {
      toast(t(rule === 'allow' ? 'pickUp.added' : 'pickUp.barred', { name: values.name.trim() }))
      onClose()
    })
  return (
    <FormDialog
      title={t(rule === 'allow' ? 'pickUp.addTitle' : 'pickUp.barTitle')}
      {...(rule === 'deny' && { description: t('pickUp.barHint') })}
      form={form}
      verb={t(rule === 'allow' ? 'pickUp.add' : 'pickUp.bar')}
      danger={rule === 'deny'}
      onSubmit={send}
      onClose={onClose}
    >
      <Field {...form.field('name')} label={t('name')}>
        <Input value={values.name} onChange={change('name')} />
      </Field>
      <Field {...form.field('phone')} label={t('phone')} optional>
        <Input type="tel" value={values.phone} onChange={change('phone')} />
      </Field>
      <Field {...form.field('relationship')} label={t('relationship')} hint={t('relationshipHint')} optional>
        <Input value={values.relationship} onChange={change('relationship')} />
      </Field>
      {(children.length > 1 || !isWhole) && (
        <Field {...form.field('studentId')} label={t('pickUp.child')}>
          <Select value={values.studentId} onChange={change('studentId')}>
            {isWhole && <option value="">{t('pickUp.everyChild')}</option>}
            {children.map(child => (
              <option key={child.id} value={child.id}>
                {firstName(child)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...form.field('fromDay')} label={t('pickUp.from')}>
          <Input type="date" value={values.fromDay} onChange={change('fromDay')} />
        </Field>
        <Field {...form.field('toDay')} label={t('pickUp.to')} optional>
          <Input type="date" min={values.fromDay} value={values.toDay} onChange={change('toDay')} />
        </Field>
      </div>
      <p className="-mt-3 text-sm text-ink-2">{t('pickUp.toHint')}</p>
    </FormDialog>
  )
}
