import { Suspense, useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { usePlace, useSearch } from '#web/routing/routing.tsx'
import { checkCode, confirmReset, signIn, signOut, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PasswordInput } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Notice, Skeleton } from '#web/ui/States.tsx'

const EnterByLink = withPage(() => import('#web/access/identity/EnterByLink.tsx').then(module => module.default))

const modes = ['verifyEmail', 'resetPassword', 'verifyAndChangeEmail', 'notMe'] as const
type Mode = (typeof modes)[number]

type Looked =
  | { state: 'looking' }
  | { state: 'good'; email: string; previousEmail: string }
  | { state: 'bad'; error: unknown }

/** Checks a code without using it up: mail scanners open links, so only the person's click may use it. */
const useCode = (code: string): Looked => {
  const [looked, setLooked] = useState<Looked>({ state: 'looking' })
  useEffect(() => {
    let stale = false
    checkCode(code).then(
      found => !stale && setLooked({ state: 'good', ...found }),
      (error: unknown) => !stale && setLooked({ state: 'bad', error }),
    )
    return () => {
      stale = true
    }
  }, [code])
  return looked
}

/** Where the person can go from here. */
const Next = ({ mode, isSomeoneElse, isDone }: { mode: Mode; isSomeoneElse: boolean; isDone: boolean }) => {
  const t = useTranslations('action')
  const isIn = useSession().state === 'in'
  if (isSomeoneElse)
    return (
      <>
        <Button variant="primary" onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
        <ButtonLink to="/dashboard/">{t('goOn')}</ButtonLink>
      </>
    )
  if (isIn && mode === 'verifyEmail')
    return (
      <ButtonLink to="/dashboard/" variant="primary">
        {t('goOn')}
      </ButtonLink>
    )
  // A new link to change the address is requested on the account page, which needs no second sign-in.
  if (isIn && mode === 'verifyAndChangeEmail' && !isDone)
    return (
      <ButtonLink to="/account" variant="primary">
        {t('account')}
      </ButtonLink>
    )
  return (
    <ButtonLink to="/login" variant={mode === 'resetPassword' && !isDone ? 'secondary' : 'primary'}>
      {t('signIn')}
    </ButtonLink>
  )
}

const endpoints = () => import('#web/session/identityEndpoints.ts')

const Action = ({ mode, code }: { mode: Mode; code: string }) => {
  const t = useTranslations('action')
  const auth = useTranslations('auth')
  const failureText = useFailureText()
  const session = useSession()
  const { href } = usePlace()
  const looked = useCode(code)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [pending, setPending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { email, previousEmail } = looked.state === 'good' ? looked : { email: '', previousEmail: '' }
  const isOwn = session.user?.email === (previousEmail || email)
  // A person who opens the email without being signed in chooses the password themselves.
  const isElsewhere = mode === 'verifyEmail' && !isOwn
  const setsPassword = mode === 'resetPassword' || isElsewhere
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const short = setsPassword && password.length < 6
    setWrong(short ? auth('weak-password') : undefined)
    if (short) return document.getElementById('new-password')?.focus()
    setPending(true)
    try {
      if (setsPassword) await confirmReset(code, password)
      else if (mode === 'notMe') await (await endpoints()).refuseCode(code)
      else await (await endpoints()).applyCode(code)
      setDone(true)
      if (isElsewhere) await signIn(email, password)
      // The new password has ended their session.
      else if (setsPassword && isOwn) await signOut()
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }
  const isIn = session.state === 'in' && mode === 'verifyEmail'
  // Sign-in leads people who are signed in to their own pages, so they sign out here first.
  const signedInAs = mode === 'resetPassword' ? session.user?.email : undefined
  const isSomeoneElse = signedInAs !== undefined && signedInAs !== email
  const next = <Next mode={mode} isSomeoneElse={isSomeoneElse} isDone={isDone} />
  const whoIsSignedIn = isSomeoneElse && <p className="mb-6">{t('signedInHere', { email: signedInAs })}</p>
  if (isDone)
    return (
      <Page title={t(`${mode}Title`)} narrow>
        <div role="status" className="mb-6">
          <Notice tone="good">{t(`${mode}Done`)}</Notice>
        </div>
        {whoIsSignedIn}
        {mode !== 'notMe' && !pending && <div className="flex flex-wrap gap-3">{next}</div>}
      </Page>
    )
  const isLooking = looked.state === 'looking' || session.state === 'loading'
  return (
    <Page title={t(`${mode}Title`)} narrow>
      {isLooking && (
        <Loading>
          <Skeleton className="mb-6 w-80 max-w-full" />
          <Skeleton className="h-12 w-48" />
        </Loading>
      )}
      {looked.state === 'bad' && isIn && (
        <>
          <Notice tone="good" className="mb-6">
            {t('alreadyVerified', { email: session.user.email })}
          </Notice>
          {next}
        </>
      )}
      {looked.state === 'bad' && !isIn && (
        <>
          <Notice alert tone="danger" className="mb-6">
            {failureText(looked.error)}
          </Notice>
          {mode === 'resetPassword' && !isSomeoneElse && <p className="mb-6">{t('haveOne')}</p>}
          {whoIsSignedIn}
          <div className="flex flex-wrap gap-3">
            {mode === 'resetPassword' && !isSomeoneElse && (
              <ButtonLink to="/login" search={{ forgotten: 'yes' }} variant="primary">
                {t('newLink')}
              </ButtonLink>
            )}
            {next}
          </div>
        </>
      )}
      {!isLooking && looked.state === 'good' && mode === 'verifyAndChangeEmail' && !isOwn && (
        <>
          <Notice className="mb-6">{t('signInFirst', { email: previousEmail })}</Notice>
          <ButtonLink to="/login" search={{ next: href }} variant="primary">
            {t('signIn')}
          </ButtonLink>
        </>
      )}
      {!isLooking && looked.state === 'good' && (mode !== 'verifyAndChangeEmail' || isOwn) && (
        <form noValidate onSubmit={event => void submit(event)} className="grid max-w-100 gap-5">
          {isSomeoneElse && <Notice>{t('signedInHere', { email: signedInAs })}</Notice>}
          <p className="text-ink-2">{t(isElsewhere ? 'verifyElsewhereText' : `${mode}Text`, { email })}</p>
          {failure !== null && (
            <Notice alert tone="danger">
              {failureText(failure)}
            </Notice>
          )}
          {setsPassword && (
            <>
              {/* Lets password managers store the new password under the right user name. */}
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
            {t(isElsewhere ? 'verifyElsewhereSubmit' : `${mode}Submit`)}
          </Button>
          {mode === 'verifyEmail' && (
            <Link
              to="/auth/action"
              search={{ mode: 'notMe', oobCode: code }}
              className={`inline-flex min-h-11 items-center justify-self-start ${textLink}`}
            >
              {t('notMeTitle')}
            </Link>
          )}
        </form>
      )}
    </Page>
  )
}

/** The page to which the links in emails lead. */
export default function AuthAction() {
  const t = useTranslations('action')
  const search = useSearch<'/auth/action'>()
  const mode = modes.find(known => known === search.mode)
  if (search.mode === 'signIn' && search.oobCode)
    return (
      <Suspense>
        <EnterByLink code={search.oobCode} next={search.next} />
      </Suspense>
    )
  if (!mode || !search.oobCode)
    return (
      <Page title={t('broken')} lead={t('brokenText')} narrow>
        <ButtonLink to="/login" variant="primary">
          {t('signIn')}
        </ButtonLink>
      </Page>
    )
  return <Action key={mode} mode={mode} code={search.oobCode} />
}
