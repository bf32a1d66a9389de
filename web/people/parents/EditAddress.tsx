import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

type Household = Output<'parents-household'>[number]

/** The form for the household's address, in a sheet. */
export const EditAddress = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useTranslations('household')
  const form = useForm('parents-changeAddress', () => t('address'))
  const undo = useWrite('parents-changeAddress')
  const [address, setAddress] = useState(household.address)
  return (
    <FormDialog
      title={t('editAddress')}
      verb={t('save')}
      form={form}
      onSubmit={() =>
        form.send({ householdId: household.id, address }, () => {
          toast(t('saved'), () => undo.start({ householdId: household.id, address: household.address }))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Field label={t('address')} hint={t('addressHint')} {...form.field('address')}>
        <Input autoComplete="street-address" value={address} onChange={event => setAddress(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
