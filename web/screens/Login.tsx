import { useNavigate, useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import type { Pending } from '#web/identityEndpoints.ts'
import { hosted } from '#web/hosted.ts'
import { needMessages } from '#web/language.tsx'
import { Link, textLink } from '#web/link.tsx'
import { mottoOf, useSchool } from '#web/school.ts'
import { identityCode, resendVerification, resetPassword, signIn, signOut, useSession } from '#web/session.ts'
import { Lantern } from '#web/shell/Lantern.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

/** Without a title the children bring their own. */
type SheetProps = { title?: string; lead?: ReactNode; above?: ReactNode; children: ReactNode }

/** A short form beside the school's own words. */
export const Sheet = ({ title, lead, above, children }: SheetProps) => {
  const school = useSchool()?.school
  const language = useLocale()
  const { site } = useUiText()
  const [motto] = school ? mottoOf(school, language) : ['']
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] lg:grid-cols-[2fr_3fr]">
      {title && <title>{`${title} · ${site}`}</title>}
      <div className="board hidden flex-col justify-end gap-5 py-14 ps-[calc(max(0px,50vw-36rem)+var(--gutter))] pe-10 lg:flex">
        <span className="-ms-4">
          <Lantern size={72} />
        </span>
        <p className="display text-4xl">{school ? motto || school.name : '\u00a0'}</p>
        {school?.nativeName && <p className="text-lg text-on-board-2">{school.nativeName}</p>}
      </div>
      <div className="grid content-start justify-items-center px-gutter py-12 lg:content-center">
        <div className="enter w-full max-w-100">
          {above && <div className="mb-6">{above}</div>}
          {title && (
            <>
              <h1 tabIndex={-1} className="text-3xl">
                <span className="stroke">{title}</span>
              </h1>
              <p className="mt-3 mb-7 text-ink-2">{lead}</p>
            </>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}

// Few need these, so they come when they are needed.
const later = <T,>(load: () => Promise<T>): Promise<T> =>
  Promise.all([load(), needMessages('signingIn')]).then(([it]) => it)
const SecondStep = lazy(() => later(() => import('#web/slices/identity/SecondStep.tsx')))
const OtherWays = lazy(() => later(() => import('#web/slices/identity/OtherWays.tsx')))
const AskForLink = lazy(() => later(() => import('#web/slices/identity/AskForLink.tsx')))

const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())

// These say which field is wrong; every other failure is about the attempt as a whole.
const emailCodes = ['invalid-email', 'missing-email']
const passwordCodes = ['missing-password', 'weak-password']

const SignIn = ({
  onForgotten,
  onTyped,
  email,
  next,
  byLink,
}: {
  onForgotten: () => void
  onTyped: (email: string) => void
  email: string
  next: string | undefined
  byLink: boolean
}) => {
  const t = useTranslations('login')
  const auth = useTranslations('auth')
  const roleNames = useTranslations('account.roleNames')
  const words = useFailureText()
  const school = useSchool()
  const demo = school?.demoAccounts ?? []
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(true)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({})
  const [step, setStep] = useState<Pending | null>(null)
  const [isLinked, setLinked] = useState(byLink)

  const enter = async (address: string, secret: string) => {
    setPending(true)
    setFailure(null)
    try {
      await signIn(address, secret, keep)
    } catch (error) {
      const code = identityCode(error) ?? ''
      if (emailCodes.includes(code)) setWrong({ email: words(error) })
      else if (passwordCodes.includes(code)) setWrong({ password: words(error) })
      else if (code === 'multi-factor-auth-required')
        setStep((await import('#web/identityEndpoints.ts')).pendingOf(error))
      else setFailure(error)
    }
    setPending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(!email.trim()
        ? { email: auth('missing-email') }
        : !looksLikeEmail(email) && { email: auth('invalid-email') }),
      ...(!password && { password: auth('missing-password') }),
    }
    setWrong(found)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) document.getElementById(first)?.focus()
    else void enter(email, password)
  }
  const roleName = (role: string) =>
    role === 'admin' || role === 'teacher' || role === 'parent' ? roleNames(role) : role

  if (step || isLinked)
    return (
      <Sheet>
        <Suspense>
          {step ? (
            <SecondStep pending={step} keepSignedIn={keep} onBack={() => setStep(null)} />
          ) : (
            <AskForLink {...{ email, onTyped, next }} keepSignedIn={keep} onBack={() => setLinked(false)} />
          )}
        </Suspense>
      </Sheet>
    )
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {words(failure)}
          </Notice>
        )}
        <Field id="email" label={t('email')} error={wrong.email}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            onChange={event => onTyped(event.target.value)}
          />
        </Field>
        <Field id="password" label={t('password')} error={wrong.password}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        </Field>
        <Checkbox
          label={t('keep')}
          checked={keep}
          onChange={event => setKeep(event.target.checked)}
          className="-my-2"
        />
        <Button type="submit" variant="primary" wide pending={pending} pendingText={t('pending')}>
          {t('submit')}
        </Button>
      </form>
      {!hosted && (
        <Suspense>
          <OtherWays keepSignedIn={keep} onPending={setStep} onLink={() => setLinked(true)} />
        </Suspense>
      )}
      <div className="mt-5 grid justify-items-start gap-1">
        <button type="button" onClick={onForgotten} className={`min-h-11 ${textLink}`}>
          {t('forgotten')}
        </button>
        <Link to="/register" className={`inline-flex min-h-11 items-center ${textLink}`}>
          {t('register')}
        </Link>
      </div>
      {demo.length > 0 && (
        <section className="mt-6 border-t border-line pt-5">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-2">{t('demo')}</h2>
          <div className="mt-3 flex flex-wrap gap-2">
            {demo.map(account => (
              <Button
                key={account.email}
                size="small"
                title={account.email}
                onClick={() => {
                  onTyped(account.email)
                  void enter(account.email, account.password)
                }}
              >
                {roleName(account.role)}
              </Button>
            ))}
          </div>
        </section>
      )}
    </Sheet>
  )
}

const Forgotten = ({
  onBack,
  onTyped,
  email,
}: {
  onBack: () => void
  onTyped: (email: string) => void
  email: string
}) => {
  const t = useTranslations('login')
  const auth = useTranslations('auth')
  const words = useFailureText()
  const [pending, setPending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    if (!looksLikeEmail(email)) {
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
    <Sheet title={t('resetTitle')} lead={t('resetLead')}>
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
    </Sheet>
  )
}

/** Shown while the e-mail is unverified; the session itself notices when the link was opened, on any device. */
export const CheckInbox = ({ email, above }: { email: string; above?: ReactNode }) => {
  const t = useTranslations('login')
  const words = useFailureText()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const again = async () => {
    setPending(true)
    setFailure(null)
    try {
      await resendVerification()
      toast(t('resent', { email }))
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }
  return (
    <Sheet title={t('verifyTitle')} lead={t('verifyLead', { email })} above={above}>
      <div className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {words(failure)}
          </Notice>
        )}
        <p className="flex items-start gap-3 text-sm text-ink-2">
          <MailCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-primary-ink" />
          {t('verifySpam')}
        </p>
        <Button variant="primary" wide pending={pending} pendingText={t('resetPending')} onClick={() => void again()}>
          {t('resend')}
        </Button>
        <button type="button" onClick={() => void signOut()} className={`min-h-11 justify-self-start ${textLink}`}>
          {t('other')}
        </button>
      </div>
    </Sheet>
  )
}

/** Signing in, a forgotten password, and waiting for the verification of an e-mail address. */
export default function Login() {
  const session = useSession()
  const navigate = useNavigate()
  const { next, forgotten, link } = useSearch({ from: '/login' })
  const [email, setEmail] = useState('')
  const open = (search: { forgotten?: string }) =>
    void navigate({ to: '/login', search: { ...(next !== undefined && { next }), ...search } })
  const isIn = session.state === 'in'
  useEffect(() => {
    if (isIn) void navigate({ href: next ?? '/dashboard/', replace: true })
  }, [isIn, next, navigate])
  if (session.state === 'unverified') return <CheckInbox email={session.user.email} />
  if (forgotten) return <Forgotten email={email} onTyped={setEmail} onBack={() => open({})} />
  return (
    <SignIn
      {...{ email, next }}
      byLink={link === 'yes'}
      onTyped={setEmail}
      onForgotten={() => open({ forgotten: 'yes' })}
    />
  )
}
