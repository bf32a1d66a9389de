import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useWrite } from '#web/call.ts'
import { useFailureText, useFieldText } from '#web/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

type Household = Output<'parents-household'>[number]

/** The household's address, in a sheet. */
export const EditAddress = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useTranslations('household')
  const text = useUiText()
  const words = useFailureText()
  const fieldText = useFieldText()
  const write = useWrite('parents-changeAddress')
  const undo = useWrite('parents-changeAddress')
  const [address, setAddress] = useState(household.address)
  const wrong = fieldText(write.error, 'address')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.start({ householdId: household.id, address }, () => {
      toast(t('saved'), () => undo.start({ householdId: household.id, address: household.address }))
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editAddress')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="edit-address" variant="primary" pending={write.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="edit-address" noValidate onSubmit={submit} className="grid gap-5 py-1">
        {write.error !== null && wrong === undefined && (
          <Notice alert tone="danger">
            {words(write.error)}
          </Notice>
        )}
        <Field id="address" label={t('address')} hint={t('addressHint')} error={wrong}>
          <Input autoComplete="street-address" value={address} onChange={event => setAddress(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
