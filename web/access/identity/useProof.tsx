import { KeyRound } from 'lucide-react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import {
  arriveFromProvider,
  finishSecondStep,
  openProvider,
  type Pending,
  pendingOf,
  prove,
} from '#web/session/identityEndpoints.ts'
import { useSchool } from '#web/wire/school.ts'
import { currentSession, identityCode } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useProviderLabel } from './providerLabel.ts'
import { useUiText } from '#web/ui/text.tsx'

type AgainProps = {
  lead?: string
  /** The email address whose password is asked for, if it must be shown. */
  email?: string
  hasPassword: boolean
  enter?: (password: string) => Promise<void>
  /** True if anyone may sign in; otherwise the signed-in person proves their identity. */
  isForAnybody?: boolean
  /** Replaces the Cancel button. */
  other?: ReactNode
  onDone?: () => void
  onClose: () => void
}

/** Asks to sign in again in a dialog: password, provider or passkey, then the code if there is a second factor. */
export const Again = ({
  lead,
  email,
  hasPassword,
  enter = prove,
  isForAnybody = false,
  other,
  onDone,
  onClose,
}: AgainProps) => {
  const onlyFor = isForAnybody ? undefined : currentSession().user?.uid
  const t = useTranslations('signingIn.again')
  const step = useTranslations('signingIn.step')
  const auth = useTranslations('auth')
  const text = useUiText()
  const failureText = useFailureText()
  const providers = useSchool()?.providers ?? []
  const labelOf = useProviderLabel()
  const passkey = useTranslations('signingIn.passkey')
  const ways = useTranslations('signingIn.ways')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [pending, setPending] = useState<Pending | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const ofPasskey = `failed.${identityCode(failure) ?? ''}` as 'failed.passkey-invalid'

  useEffect(() => document.getElementById('again-code')?.focus(), [pending])
  const fail = (error: unknown) => {
    const found = identityCode(error)
    // A person who closed the browser's dialog needs no message.
    if (found === 'user-cancelled') return
    const waits = pendingOf(error)
    if (waits) setPending(waits)
    else if (found === 'invalid-credential' || found === 'wrong-password') setWrong(auth('wrong-password'))
    else if (found === 'invalid-verification-code') setWrong(failureText(error))
    else setFailure(error)
  }
  const attempt = async (work: () => Promise<Pending | null | void>) => {
    setSending(true)
    setWrong(undefined)
    setFailure(null)
    try {
      const next = await work()
      if (next) setPending(next)
      else onDone?.()
    } catch (error) {
      fail(error)
    }
    setSending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending && !code.trim()) setWrong(step('missing'))
    else if (!pending && !password) setWrong(auth('missing-password'))
    else void attempt(() => (pending ? finishSecondStep(pending, code) : enter(password)))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={lead ?? t('lead')}
      actions={
        <>
          {other ?? <Button onClick={onClose}>{text.cancel}</Button>}
          {(hasPassword || pending) && (
            <Button type="submit" form="again" variant="primary" pending={isSending}>
              {t('submit')}
            </Button>
          )}
        </>
      }
    >
      <form id="again" noValidate onSubmit={submit} className="grid gap-5 py-1">
        {failure !== null && (
          <Notice alert tone="danger">
            {passkey.has(ofPasskey) ? passkey(ofPasskey) : failureText(failure)}
          </Notice>
        )}
        {email !== undefined && !pending && (
          <p className="font-medium break-all">
            {email}
            {/* Lets password managers find the right entry. */}
            <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          </p>
        )}
        {pending ? (
          <Field key="code" id="again-code" label={t('code')} hint={t('codeHint')} error={wrong}>
            <Input autoComplete="one-time-code" value={code} onChange={event => setCode(event.target.value)} />
          </Field>
        ) : (
          hasPassword && (
            <Field key="password" id="again-password" label={t('password')} error={wrong}>
              <PasswordInput
                autoComplete="current-password"
                value={password}
                onChange={event => setPassword(event.target.value)}
              />
            </Field>
          )
        )}
        {!pending && (
          <div className="grid gap-3">
            {providers.map(provider => (
              <Button
                key={provider.id}
                wide
                onClick={() => {
                  const opened = openProvider(provider.id, new AbortController().signal, { isAgain: true })
                  void attempt(async () => arriveFromProvider(await opened, { onlyFor }))
                }}
              >
                {labelOf(provider)}
              </Button>
            ))}
            {'PublicKeyCredential' in window && (
              <Button
                wide
                icon={KeyRound}
                onClick={() =>
                  void attempt(async () => (await import('#web/session/passkeys.ts')).enterByPasskey({ onlyFor }))
                }
              >
                {ways('passkey')}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  )
}

/**
 * Runs work that needs a recent sign-in: at once, or after asking to sign in again. The caller must render `dialog`;
 * `failure` has any other error.
 */
export const useProof = (hasPassword: boolean) => {
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setFailure(null)
    setPending(true)
    try {
      await work()
    } catch (error) {
      if (identityCode(error) === 'requires-recent-login') setWaiting(() => work)
      else setFailure(error)
    }
    setPending(false)
  }
  const dialog: ReactNode = waiting && (
    <Again
      hasPassword={hasPassword}
      onClose={() => setWaiting(null)}
      onDone={() => {
        setWaiting(null)
        void run(waiting)
      }}
    />
  )
  return { run, dialog, failure, isPending }
}
