import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import { textLink } from '#web/link.tsx'
import { resetPassword } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'

type ForgottenProps = { email: string; onTyped: (email: string) => void; onBack: () => void }

/** Asking for a link to set a new password. */
export default function Forgotten({ email, onTyped, onBack }: ForgottenProps) {
  const t = useTranslations('login')
  const auth = useTranslations('auth')
  const words = useFailureText()
  const { site } = useUiText()
  const [pending, setPending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) {
      setWrong(auth(email.trim() ? 'invalid-email' : 'missing-email'))
      document.getElementById('email')?.focus()
      return
    }
    setWrong(undefined)
    setPending(true)
    try {
      await resetPassword(email)
      setSentTo(email.trim())
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }
  return (
    <>
      <title>{`${t('resetTitle')} · ${site}`}</title>
      <h1 tabIndex={-1} className="text-3xl">
        <span className="stroke">{t('resetTitle')}</span>
      </h1>
      <p className="mt-3 mb-7 text-ink-2">{t('resetLead')}</p>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {words(failure)}
          </Notice>
        )}
        <div role="status">{sentTo !== null && <Notice tone="good">{t('resetSent', { email: sentTo })}</Notice>}</div>
        <Field id="email" label={t('email')} error={wrong}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={event => onTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" wide pending={pending} pendingText={t('resetPending')}>
          {t('resetSubmit')}
        </Button>
      </form>
      <button type="button" onClick={onBack} className={`mt-5 min-h-11 ${textLink}`}>
        {t('back')}
      </button>
    </>
  )
}
