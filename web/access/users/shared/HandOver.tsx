import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

export type Invitee = { id: string; name: string; email: string }

type InvitationLinkProps = Invitee & {
  /** Ensures that the person may be invited, before the link is made; does nothing if they already may. */
  prepare: () => Promise<unknown>
  onClose: () => void
}

/** An invitation link for the office to hand over where no emails are sent. It is made when the button is pressed. */
export const InvitationLink = ({ id, name, email, prepare, onClose }: InvitationLinkProps) => {
  const t = useTranslations('handingOver')
  const text = useUiText()
  const format = useFormat()
  const failureText = useFailureText()
  const write = useWrite('users-invitationLink')
  const [made, setMade] = useState<{ link: string; expiresAt: string } | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const make = async () => {
    setMaking(true)
    setError(null)
    try {
      await prepare()
      setMade(await write.send({ id }))
    } catch (failure) {
      setError(failure)
    }
    setMaking(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { name })}
      description={t('hint')}
      actions={
        made ? (
          <>
            <Button onClick={onClose}>{t('close')}</Button>
            <Button variant="primary" onClick={() => copyText(made.link, t('copied'))}>
              {t('copy')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button variant="primary" pending={isMaking} onClick={() => void make()}>
              {t('make')}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {error !== null && (
          <Notice alert tone="danger">
            {failureText(error)}
          </Notice>
        )}
        <p>{t('lead', { name, email })}</p>
        {!made && <p className="text-sm text-ink-2">{t('makes')}</p>}
        <div role="status" className="grid gap-2">
          {made && (
            <>
              <Field label={t('link')}>
                <Input readOnly className="font-mono" value={made.link} onFocus={event => event.target.select()} />
              </Field>
              <p className="text-sm text-ink-2">{t('until', { at: format.instant(made.expiresAt) })}</p>
            </>
          )}
        </div>
        <Notice tone="warn">{t('care', { name })}</Notice>
      </div>
    </Dialog>
  )
}

/** Confirms the email address of a person who signed up, where no emails are sent. */
export const ConfirmAddress = ({ id, email, onClose }: Omit<Invitee, 'name'> & { onClose: () => void }) => {
  const t = useTranslations('handingOver')
  const text = useUiText()
  const failureText = useFailureText()
  const write = useWrite('users-confirmAddress')
  const confirm = () =>
    write.start({ id, email }, () => {
      toast(t('confirmed', { email }))
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('confirmTitle', { email })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" pending={write.isPending} onClick={confirm}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {write.error !== null && (
          <Notice alert tone="danger">
            {failureText(write.error)}
          </Notice>
        )}
        <p>{t('confirmLead')}</p>
        <p className="text-sm text-ink-2">{t('confirmRecorded')}</p>
      </div>
    </Dialog>
  )
}
