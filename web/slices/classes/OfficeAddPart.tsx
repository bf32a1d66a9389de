import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useNameText } from '#web/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'

type FrameProps = {
  title: string
  form: { failure: string | null; isPending: boolean }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

const Frame = ({ title, form, onSubmit, onClose, children }: FrameProps) => {
  const text = useUiText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="add-part" variant="primary" pending={form.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <form id="add-part" noValidate onSubmit={submit} className="grid gap-4 py-1">
        {form.failure && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  )
}

const numberOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** Adds a programme, such as a language or a school of dance. */
export const OfficeAddProgramme = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('adminConfig.courses')
  const [values, setValues] = useState({ name: '', nativeName: '' })
  const form = useForm('classes-createProgramme', () => t('name'))
  const send = () =>
    form.send(values, made => {
      toast(t('added', { name: made.name }))
      onClose()
    })
  return (
    <Frame title={t('addProgramme')} form={form} onSubmit={send} onClose={onClose}>
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => setValues({ ...values, name: event.target.value })} />
      </Field>
      <Field label={t('nativeName')} optional {...form.field('nativeName')}>
        <Input value={values.nativeName} onChange={event => setValues({ ...values, nativeName: event.target.value })} />
      </Field>
    </Frame>
  )
}

type Programmes = Output<'classes-parts'>['programmes']

/** Adds a course to a programme. */
export const OfficeAddCourse = ({ programmes, onClose }: { programmes: Programmes; onClose: () => void }) => {
  const t = useTranslations('adminConfig.courses')
  const nameText = useNameText()
  const [values, setValues] = useState({
    programmeId: programmes[0]?.id ?? '',
    name: '',
    nativeName: '',
    level: null as number | null,
    description: '',
  })
  const form = useForm('classes-createCourse', path => (path in values ? t(path as keyof typeof values) : path))
  const send = () =>
    form.send(values, made => {
      toast(t('added', { name: made.name }))
      onClose()
    })
  return (
    <Frame title={t('addCourse')} form={form} onSubmit={send} onClose={onClose}>
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      <Field label={t('programmeId')} {...form.field('programmeId')}>
        <Select
          value={values.programmeId}
          onChange={event => setValues({ ...values, programmeId: event.target.value })}
        >
          {programmes.map(programme => (
            <option key={programme.id} value={programme.id}>
              {nameText(programme)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => setValues({ ...values, name: event.target.value })} />
      </Field>
      <Field label={t('nativeName')} optional {...form.field('nativeName')}>
        <Input value={values.nativeName} onChange={event => setValues({ ...values, nativeName: event.target.value })} />
      </Field>
      <Field label={t('level')} hint={t('levelHint')} optional {...form.field('level')}>
        <Input
          inputMode="numeric"
          className="max-w-24"
          value={values.level ?? ''}
          onChange={event => setValues({ ...values, level: numberOf(event.target.value) })}
        />
      </Field>
      <Field label={t('description')} hint={t('descriptionHint')} optional {...form.field('description')}>
        <Textarea
          rows={3}
          value={values.description}
          onChange={event => setValues({ ...values, description: event.target.value })}
        />
      </Field>
    </Frame>
  )
}

/** Adds a room. */
export const OfficeAddRoom = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('adminConfig.courses')
  const [values, setValues] = useState({ name: '', capacity: null as number | null })
  const form = useForm('classes-createRoom', () => t('name'))
  const send = () =>
    form.send(values, made => {
      toast(t('added', { name: made.name }))
      onClose()
    })
  return (
    <Frame title={t('addRoom')} form={form} onSubmit={send} onClose={onClose}>
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => setValues({ ...values, name: event.target.value })} />
      </Field>
      <Field label={t('capacity')} hint={t('capacityHint')} optional {...form.field('capacity')}>
        <Input
          inputMode="numeric"
          className="max-w-24"
          value={values.capacity ?? ''}
          onChange={event => setValues({ ...values, capacity: numberOf(event.target.value) })}
        />
      </Field>
    </Frame>
  )
}
