import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { freshRole, RoleFields, roleInput } from '#web/access/users/RoleFields.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { useInvited } from '#web/access/users/shared/useInvited.tsx'
import { useForm } from '#web/records/useForm.ts'

const labels = { email: 'email', name: 'name', nativeName: 'nativeName' } as const

/** Invites a person, with a role. */
export const OfficeInvite = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('people.user')
  const peopleText = useTranslations('people')
  const [values, setValues] = useState({ email: '', name: '', nativeName: '' })
  const [role, setRole] = useState(freshRole)
  const form = useForm('users-invite', path =>
    path in labels ? peopleText(path as keyof typeof labels) : path === 'endsOn' ? t('endsOn') : path,
  )
  const invited = useInvited()
  const handing = useTranslations('handingOver')
  const set = (key: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [key]: event.target.value })
  const submit = () =>
    form.send({ ...values, ...roleInput(role) }, user => {
      invited.tell(user, t('invited', { email: user.email }), onClose)
    })
  return (
    invited.dialog ?? (
      <FormDialog
        onClose={onClose}
        title={t('inviteTitle')}
        description={invited.isByHand ? handing('hint') : t('inviteHint')}
        verb={invited.isByHand ? t('invite') : t('send')}
        form={form}
        onSubmit={submit}
      >
        <Field label={peopleText('email')} required {...form.field('email')}>
          <Input type="email" value={values.email} onChange={set('email')} autoComplete="off" />
        </Field>
        <Field label={peopleText('name')} required {...form.field('name')}>
          <Input value={values.name} onChange={set('name')} autoComplete="off" />
        </Field>
        <Field
          label={peopleText('nativeName')}
          hint={peopleText('nativeNameHint')}
          optional
          {...form.field('nativeName')}
        >
          <Input value={values.nativeName} onChange={set('nativeName')} autoComplete="off" />
        </Field>
        <RoleFields values={role} onChange={setRole} field={form.field} />
      </FormDialog>
    )
  )
}
