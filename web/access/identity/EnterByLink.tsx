import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import type { Pending } from '#web/session/identityEndpoints.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNavigate } from '#web/routing/routing.tsx'
import { homeOf } from '#web/session/home.ts'
import { currentSession, identityCode, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { enterByLink, linkRequest } from './linkRequest.ts'
import SecondStep from './SecondStep.tsx'

/**
 * The page of a sign-in link. It needs a click, since mail scanners open links, and on another device than the one that
 * requested it also the email address, so that the link alone is not enough.
 */
export default function EnterByLink({ code, next }: { code: string; next: string | undefined }) {
  const t = useTranslations('signingIn.link')
  const login = useTranslations('login')
  const action = useTranslations('action')
  const auth = useTranslations('auth')
  const failureText = useFailureText()
  const navigate = useNavigate()
  const [request] = useState(linkRequest)
  const [email, setEmail] = useState(request?.email ?? '')
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const [step, setStep] = useState<Pending | null>(null)
  const session = useSession()
  const keepSignedIn = request?.keepSignedIn ?? true
  const goOn = () => navigate({ href: next ?? homeOf(currentSession().user?.roles ?? []), replace: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setWrong(email.trim() ? undefined : auth('missing-email'))
    if (!email.trim()) return document.getElementById('email')?.focus()
    setSending(true)
    try {
      const pending = await enterByLink(email.trim(), code, { keepSignedIn })
      if (pending) setStep(pending)
      else await goOn()
    } catch (error) {
      if (identityCode(error) === 'invalid-email') setWrong(t('otherAddress'))
      else setFailure(error)
    }
    setSending(false)
  }
  if (step)
    return (
      <div className="mx-auto w-full max-w-100 px-gutter py-12">
        <SecondStep
          pending={step}
          keepSignedIn={keepSignedIn}
          onDone={() => void goOn()}
          onBack={() => void navigate({ to: '/login' })}
        />
      </div>
    )
  return (
    <Page title={t('enterTitle')} narrow>
      <form noValidate onSubmit={event => void submit(event)} className="grid max-w-100 gap-5">
        {session.state === 'in' && !isSending && (
          <Notice
            tone="good"
            action={
              <Button size="small" onClick={() => void goOn()}>
                {action('goOn')}
              </Button>
            }
          >
            {t('alreadyIn', { email: session.user.email })}
          </Notice>
        )}
        <p className="text-ink-2">{request ? t('enterAs', { email: request.email }) : t('enterElsewhere')}</p>
        {failure !== null && (
          <Notice
            alert
            tone="danger"
            action={
              <ButtonLink to="/login" search={{ link: 'yes', ...(next !== undefined && { next }) }} size="small">
                {t('another')}
              </ButtonLink>
            }
          >
            {failureText(failure)}
          </Notice>
        )}
        {(!request || wrong !== undefined) && (
          <Field id="email" label={login('email')} error={wrong}>
            <Input
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              onChange={event => setEmail(event.target.value)}
            />
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          pending={isSending}
          pendingText={login('pending')}
          className="justify-self-start"
        >
          {login('submit')}
        </Button>
      </form>
    </Page>
  )
}
