import { useSearch } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import { ButtonLink } from '#web/link.tsx'
import { applyCode, checkCode, confirmReset, useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PasswordInput } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Notice, Skeleton } from '#web/ui/States.tsx'

const modes = ['verifyEmail', 'resetPassword', 'verifyAndChangeEmail'] as const
type Mode = (typeof modes)[number]

type Looked = { state: 'looking' } | { state: 'good'; email: string } | { state: 'bad'; error: unknown }

/** Looking at a code does not use it up: mail scanners open links, so only the person's click may. */
const useCode = (code: string): Looked => {
  const [looked, setLooked] = useState<Looked>({ state: 'looking' })
  useEffect(() => {
    let stale = false
    checkCode(code).then(
      ({ email }) => !stale && setLooked({ state: 'good', email }),
      (error: unknown) => !stale && setLooked({ state: 'bad', error }),
    )
    return () => {
      stale = true
    }
  }, [code])
  return looked
}

const Action = ({ mode, code }: { mode: Mode; code: string }) => {
  const t = useTranslations('action')
  const auth = useTranslations('auth')
  const words = useFailureText()
  const session = useSession()
  const looked = useCode(code)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [pending, setPending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const short = mode === 'resetPassword' && password.length < 6
    setWrong(short ? auth('weak-password') : undefined)
    if (short) return document.getElementById('new-password')?.focus()
    setPending(true)
    try {
      await (mode === 'resetPassword' ? confirmReset(code, password) : applyCode(code))
      setDone(true)
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }
  const isIn = session.state === 'in' && mode === 'verifyEmail'
  const next = isIn ? (
    <ButtonLink to="/dashboard/" variant="primary">
      {t('goOn')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/login" variant="primary">
      {t('signIn')}
    </ButtonLink>
  )
  if (isDone)
    return (
      <Page title={t(`${mode}Title`)} narrow>
        <div role="status" className="mb-6">
          <Notice tone="good">{t(`${mode}Done`)}</Notice>
        </div>
        {next}
      </Page>
    )
  const email = looked.state === 'good' ? looked.email : ''
  return (
    <Page title={t(`${mode}Title`)} narrow>
      {looked.state === 'looking' && (
        <Loading>
          <Skeleton className="mb-6 w-80 max-w-full" />
          <Skeleton className="h-12 w-48" />
        </Loading>
      )}
      {looked.state === 'bad' && (
        <>
          <Notice alert tone="danger" className="mb-6">
            {words(looked.error)}
          </Notice>
          {next}
        </>
      )}
      {looked.state === 'good' && (
        <form noValidate onSubmit={event => void submit(event)} className="grid max-w-100 gap-5">
          <p className="text-ink-2">{mode === 'verifyEmail' ? t('verifyEmailText') : t(`${mode}Text`, { email })}</p>
          {failure !== null && (
            <Notice alert tone="danger">
              {words(failure)}
            </Notice>
          )}
          {mode === 'resetPassword' && (
            <>
              {/* Lets password managers keep the new password under the right name. */}
              <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
              <Field id="new-password" label={t('newPassword')} hint={t('newPasswordHint')} error={wrong}>
                <PasswordInput
                  name="new-password"
                  autoComplete="new-password"
                  value={password}
                  onChange={event => setPassword(event.target.value)}
                />
              </Field>
            </>
          )}
          <Button type="submit" variant="primary" pending={pending} className="justify-self-start">
            {t(`${mode}Submit`)}
          </Button>
        </form>
      )}
    </Page>
  )
}

/** Where the links in our mails lead. */
export default function AuthAction() {
  const t = useTranslations('action')
  const search = useSearch({ strict: false }) as { mode?: string; oobCode?: string }
  const mode = modes.find(known => known === search.mode)
  if (!mode || !search.oobCode)
    return (
      <Page title={t('broken')} lead={t('brokenText')} narrow>
        <ButtonLink to="/login" variant="primary">
          {t('signIn')}
        </ButtonLink>
      </Page>
    )
  return <Action mode={mode} code={search.oobCode} />
}
