import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { textLink } from '#web/routing/link.tsx'
import { resetPassword } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useMails } from '#web/wire/mails.ts'
import { AskOffice, MailboxLink } from './KeptMail.tsx'
import { requestLink } from './linkRequest.ts'

type AskForLetterProps = {
  email: string
  onTyped: (email: string) => void
  onBack: () => void
  /** The settings of a sign-in link; without it, the email is for setting a new password. */
  link?: { keepSignedIn: boolean; next: string | undefined }
}

/** Requests an email from the sign-in page: a sign-in link, or a link for a new password. */
export default function AskForLetter({ email, onTyped, onBack, link }: AskForLetterProps) {
  const t = useTranslations('login')
  const links = useTranslations('signingIn.link')
  const auth = useTranslations('auth')
  const kept = useTranslations('keptMail')
  const mails = useMails()
  const failureText = useFailureText()
  const { site } = useUiText()
  const title = link ? links('title') : t('resetTitle')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const address = email.trim()
    const isEmail = /^\S+@\S+\.\S+$/.test(address)
    setWrong(isEmail ? undefined : auth(address ? 'invalid-email' : 'missing-email'))
    if (!isEmail) return document.getElementById('email')?.focus()
    setSending(true)
    try {
      await (link
        ? requestLink({ email: address, keepSignedIn: link.keepSignedIn }, link.next)
        : resetPassword(address))
      setSentTo(address)
    } catch (error) {
      setFailure(error)
    }
    setSending(false)
  }
  return (
    <>
      <title>{`${title} · ${site}`}</title>
      <h1 tabIndex={-1} className="text-3xl">
        <span className="stroke">{title}</span>
      </h1>
      {mails === 'kept' ? (
        <div className="mt-5">
          <AskOffice>{kept(link ? 'noLink' : 'noReset')}</AskOffice>
        </div>
      ) : (
        <>
          <p className="mt-3 mb-7 text-ink-2">{link ? links('lead') : t('resetLead')}</p>
          <form noValidate onSubmit={event => void ask(event)} className="grid gap-5">
            {failure !== null && (
              <Notice alert tone="danger">
                {failureText(failure)}
              </Notice>
            )}
            <div role="status">
              {sentTo !== null && (
                <Notice tone="good">
                  {link ? links('sent', { email: sentTo }) : t('resetSent', { email: sentTo })}
                  {mails === 'demo' && <MailboxLink to={sentTo} />}
                </Notice>
              )}
            </div>
            <Field id="email" label={t('email')} error={wrong}>
              <Input
                type="email"
                name="email"
                autoComplete="username"
                value={email}
                onChange={event => onTyped(event.target.value)}
              />
            </Field>
            <Button type="submit" variant="primary" wide pending={isSending} pendingText={t('resetPending')}>
              {link ? links('submit') : t('resetSubmit')}
            </Button>
          </form>
        </>
      )}
      <button type="button" onClick={onBack} className={`mt-5 min-h-11 ${textLink}`}>
        {t('back')}
      </button>
    </>
  )
}
