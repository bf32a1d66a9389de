import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

const blank = { name: '', nativeName: '', email: '', phone: '' }

/** Adds a teacher and sends the invitation to sign in. */
export const OfficeAddTeacher = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('adminTeacher')
  const text = useUiText()
  const [values, setValues] = useState(blank)
  const form = useForm('teachers-create', path => (path in blank ? t(path as keyof typeof blank) : path), [
    'classes',
    'users',
  ])
  const set = (key: keyof typeof blank) => (event: { target: { value: string } }) =>
    setValues({ ...values, [key]: event.target.value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(values, teacher => {
      toast(t('added', { name: teacher.name, email: teacher.email }))
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('add')}
      description={t('addHint')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="add-teacher" variant="primary" pending={form.isPending}>
            {t('invite')}
          </Button>
        </>
      }
    >
      <form id="add-teacher" noValidate onSubmit={submit} className="grid gap-4 py-1">
        <ErrorSummary problems={form.problems} attempt={form.attempt} />
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        <Field label={t('name')} required {...form.field('name')}>
          <Input value={values.name} onChange={set('name')} autoComplete="off" />
        </Field>
        <Field label={t('nativeName')} hint={t('nativeNameHint')} optional {...form.field('nativeName')}>
          <Input value={values.nativeName} onChange={set('nativeName')} autoComplete="off" />
        </Field>
        <Field label={t('email')} hint={t('emailHint')} required {...form.field('email')}>
          <Input type="email" value={values.email} onChange={set('email')} autoComplete="off" />
        </Field>
        <Field label={t('phone')} optional {...form.field('phone')}>
          <Input type="tel" value={values.phone} onChange={set('phone')} autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  )
}
