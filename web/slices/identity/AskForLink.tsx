import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import { textLink } from '#web/link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { requestLink } from './linkRequest.ts'

type AskForLinkProps = {
  email: string
  onTyped: (email: string) => void
  keepSignedIn: boolean
  next: string | undefined
  onBack: () => void
}

/** Asking for a link by mail that signs in. */
export default function AskForLink({ email, onTyped, keepSignedIn, next, onBack }: AskForLinkProps) {
  const t = useTranslations('signingIn.link')
  const login = useTranslations('login')
  const auth = useTranslations('auth')
  const words = useFailureText()
  const { site } = useUiText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const address = email.trim()
    const isEmail = /^\S+@\S+\.\S+$/.test(address)
    setWrong(isEmail ? undefined : auth(address ? 'invalid-email' : 'missing-email'))
    if (!isEmail) return document.getElementById('email')?.focus()
    setSending(true)
    try {
      await requestLink({ email: address, keepSignedIn }, next)
      setSentTo(address)
    } catch (error) {
      setFailure(error)
    }
    setSending(false)
  }
  return (
    <>
      <title>{`${t('title')} · ${site}`}</title>
      <h1 tabIndex={-1} className="text-3xl">
        <span className="stroke">{t('title')}</span>
      </h1>
      <p className="mt-3 mb-7 text-ink-2">{t('lead')}</p>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {words(failure)}
          </Notice>
        )}
        <div role="status">{sentTo !== null && <Notice tone="good">{t('sent', { email: sentTo })}</Notice>}</div>
        <Field id="email" label={login('email')} error={wrong}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={event => onTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" wide pending={isSending} pendingText={login('resetPending')}>
          {t('submit')}
        </Button>
      </form>
      <button type="button" onClick={onBack} className={`mt-5 min-h-11 ${textLink}`}>
        {login('back')}
      </button>
    </>
  )
}
