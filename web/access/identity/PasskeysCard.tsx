import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Passkey } from '#contract/access/identity.ts'
import { touch, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { identityCode } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useDeviceText } from '#web/words/deviceText.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useProof } from './useProof.tsx'

const Rename = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const t = useTranslations('signingIn.passkey')
  const device = useDeviceText()
  const [{ name }, change] = useChanges({ name: device(passkey.name) })
  const form = useForm('identity-renamePasskey', () => t('name'))
  return (
    <FormDialog
      title={t('rename')}
      verb={t('save')}
      form={form}
      onSubmit={() => form.send({ id: passkey.id, name }, onClose)}
      onClose={onClose}
    >
      <Field {...form.field('name')} label={t('name')} hint={t('nameHint')}>
        <Input value={name} maxLength={200} onChange={event => change({ name: event.target.value })} />
      </Field>
    </FormDialog>
  )
}

const Remove = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const t = useTranslations('signingIn.passkey')
  const device = useDeviceText()
  const text = useUiText()
  const failureText = useFailureText()
  const remove = useWrite('identity-removePasskey')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('removeTitle', { name: device(passkey.name) })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="danger"
            pending={remove.isPending}
            onClick={() =>
              remove.start({ id: passkey.id }, () => {
                toast(t('removed'))
                onClose()
              })
            }
          >
            {t('remove')}
          </Button>
        </>
      }
    >
      {remove.error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(remove.error)}
        </Notice>
      )}
      <p className="text-ink-2">{t('removeText')}</p>
    </Dialog>
  )
}

const Content = ({ passkeys, hasPassword }: { passkeys: readonly Passkey[]; hasPassword: boolean }) => {
  const t = useTranslations('signingIn.passkey')
  const device = useDeviceText()
  const failureText = useFailureText()
  const format = useFormat()
  const proof = useProof(hasPassword)
  const [open, setOpen] = useState<{ what: 'rename' | 'remove'; id: string } | null>(null)
  const of = passkeys.find(({ id }) => id === open?.id)
  const add = () =>
    proof.run(async () => {
      try {
        await (await import('#web/session/passkeys.ts')).addPasskey()
      } catch (error) {
        // A person who closed the browser's dialog needs no message.
        if (identityCode(error) === 'user-cancelled') return
        throw error
      }
      await touch('identity')
      toast(t('added'))
    })
  const own = `failed.${identityCode(proof.failure) ?? ''}` as 'failed.passkey-invalid'
  return (
    <>
      <p className="mb-4 text-ink-2">{t('lead')}</p>
      {proof.failure !== null && (
        <Notice alert tone="danger" className="mb-4">
          {t.has(own) ? t(own) : failureText(proof.failure)}
        </Notice>
      )}
      {passkeys.length > 0 && (
        <ul className="mb-4 grid">
          {passkeys.map(passkey => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
            >
              <div className="min-w-0">
                <p className="font-medium break-words">{device(passkey.name)}</p>
                <p className="text-sm text-ink-2">
                  {t('since', { day: format.instant(passkey.createdAt, 'day') })}
                  {' · '}
                  {passkey.lastUsedAt === null
                    ? t('neverUsed')
                    : t('lastUsed', { at: format.instant(passkey.lastUsedAt) })}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  aria-label={t('renameOf', { name: device(passkey.name) })}
                  onClick={() => setOpen({ what: 'rename', id: passkey.id })}
                >
                  {t('rename')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('removeOf', { name: device(passkey.name) })}
                  onClick={() => setOpen({ what: 'remove', id: passkey.id })}
                >
                  {t('remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {'PublicKeyCredential' in window ? (
        <Button icon={KeyRound} pending={proof.isPending} pendingText={t('asking')} onClick={() => void add()}>
          {t('add')}
        </Button>
      ) : (
        <p className="text-sm text-ink-2">{t('notHere')}</p>
      )}
      {proof.dialog}
      {of && open?.what === 'rename' && <Rename passkey={of} onClose={() => setOpen(null)} />}
      {of && open?.what === 'remove' && <Remove passkey={of} onClose={() => setOpen(null)} />}
    </>
  )
}

/** The person's own passkeys: adds, renames and removes them. */
export const PasskeysCard = () => {
  const t = useTranslations('signingIn.passkey')
  const factor = useReadLater('identity-secondFactor', {})
  return (
    <Card title={t('title')}>
      <Later read={useReadLater('identity-passkeys', {})}>
        {passkeys => <Content passkeys={passkeys} hasPassword={factor.data?.hasPassword ?? true} />}
      </Later>
    </Card>
  )
}
