import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useForm } from '#web/records/useForm.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'

type EraseProps = { family: { id: string; name: string }; onClose: () => void; onErased: () => void }

/** Asks for the family's name, then permanently erases its personal data. */
export const OfficeErase = ({ family, onClose, onErased }: EraseProps) => {
  const t = useTranslations('erasing')
  const form = useForm('parents-erase', () => t('name', { name: family.name }))
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={t('title', { name: family.name })}
      verb={t('verb')}
      danger
      form={form}
      onSubmit={() =>
        form.send({ id: family.id, name }, erased => {
          toast(t('done', erased))
          onErased()
        })
      }
      onClose={onClose}
    >
      <Notice tone="danger" title={t('lead')}>
        <p>{t('goes')}</p>
      </Notice>
      <p className="text-sm">{t('stays')}</p>
      <p className="text-sm text-ink-2">{t('others')}</p>
      <p className="text-sm text-ink-2">{t('backups')}</p>
      <Field label={t('name', { name: family.name })} {...form.field('name')}>
        <Input autoComplete="off" value={name} onChange={event => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
