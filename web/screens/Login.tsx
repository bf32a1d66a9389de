import { Suspense, useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import type { Pending } from '#web/session/identityEndpoints.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { useNavigate, useSearch } from '#web/routing/routing.tsx'
import { mottoOf, useSchool } from '#web/wire/school.ts'
import { homeOf } from '#web/session/home.ts'
import { identityCode, signIn, useSession } from '#web/session/session.ts'
import { useAttestedAhead } from '#web/wire/useAttestedAhead.ts'
import { Lantern } from '#web/shell/Lantern.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useInBrowser } from '#web/ui/useInBrowser.ts'
import { textIn, useSentEarly } from '#web/ui/useSentEarly.ts'

/** Without a title, the children have their own. */
type SheetProps = { title?: string; lead?: ReactNode; above?: ReactNode; children: ReactNode }

/** A short form beside the school's motto. */
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
      <div className="grid content-start justify-items-center px-gutter py-12">
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

// Few people need these, so they load on demand.
const SecondStep = withPage(() => import('#web/access/identity/SecondStep.tsx').then(module => module.default))
const OtherWays = withPage(() => import('#web/access/identity/OtherWays.tsx').then(module => module.default))
const DemoAccounts = withPage(() => import('#web/access/identity/DemoAccounts.tsx').then(module => module.default))
const Inbox = withPage(() => import('#web/access/identity/Inbox.tsx').then(module => module.default))
const AskForLetter = withPage(() => import('#web/access/identity/AskForLetter.tsx').then(module => module.default))

/**
 * True for an address that the contract accepts, so that a form reports a wrong one with everything else that is wrong. The
 * contract itself would be too much to load for signing in; a test compares the two.
 */
export const isEmail = (text: string): boolean =>
  text.trim().length <= 254 && /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text.trim())

// These codes name the wrong field; every other failure is about the attempt as a whole.
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
  const failureText = useFailureText()
  const school = useSchool()
  const demo = school?.demoAccounts ?? []
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(true)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({})
  const [step, setStep] = useState<Pending | null>(null)
  useAttestedAhead()
  const [isLinked, setLinked] = useState(byLink)
  const isInBrowser = useInBrowser()
  const early = useSentEarly(typed => {
    onTyped(textIn(typed, 'email'))
    setPassword(textIn(typed, 'password'))
    setKeep(typed.has('keep'))
  })

  const enter = async (address: string, secret: string) => {
    setPending(true)
    setFailure(null)
    try {
      await signIn(address, secret, keep)
    } catch (error) {
      const code = identityCode(error) ?? ''
      if (emailCodes.includes(code)) setWrong({ email: failureText(error) })
      else if (passwordCodes.includes(code)) setWrong({ password: failureText(error) })
      else if (code === 'multi-factor-auth-required')
        setStep((await import('#web/session/identityEndpoints.ts')).pendingOf(error))
      else setFailure(error)
    }
    setPending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(!email.trim() ? { email: auth('missing-email') } : !isEmail(email) && { email: auth('invalid-email') }),
      ...(!password && { password: auth('missing-password') }),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) document.getElementById(first)?.focus()
    else void enter(email, password)
  }
  if (step || isLinked)
    return (
      <Sheet>
        <Suspense>
          {step ? (
            <SecondStep pending={step} keepSignedIn={keep} onBack={() => setStep(null)} />
          ) : (
            <AskForLetter {...{ email, onTyped }} link={{ keepSignedIn: keep, next }} onBack={() => setLinked(false)} />
          )}
        </Suspense>
      </Sheet>
    )
  return (
    <Sheet title={t('title')} lead={t('lead')}>
      <form {...early} noValidate onSubmit={submit} className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
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
          name="keep"
          label={t('keep')}
          checked={keep}
          onChange={event => setKeep(event.target.checked)}
          className="-my-2"
        />
        <Button type="submit" variant="primary" wide pending={pending} pendingText={t('pending')}>
          {t('submit')}
        </Button>
      </form>
      <div className="mt-5 grid justify-items-start gap-1">
        <button type="button" onClick={onForgotten} className={`min-h-11 ${textLink}`}>
          {t('forgotten')}
        </button>
        <Link to="/register" className={`inline-flex min-h-11 items-center ${textLink}`}>
          {t('register')}
        </Link>
      </div>
      {isInBrowser && (
        <Suspense>
          <OtherWays keepSignedIn={keep} onPending={setStep} onLink={() => setLinked(true)} />
          {demo.length > 0 && (
            <DemoAccounts
              accounts={demo}
              onEnter={account => {
                onTyped(account.email)
                void enter(account.email, account.password)
              }}
            />
          )}
        </Suspense>
      )}
    </Sheet>
  )
}

/** Shown while the email address is unverified. */
export const CheckInbox = ({ email, above }: { email: string; above?: ReactNode }) => (
  <Sheet above={above}>
    <Suspense>
      <Inbox email={email} />
    </Suspense>
  </Sheet>
)

/** The sign-in, the request for a new password, and waiting for an email address to be verified. */
export default function Login() {
  const session = useSession()
  const navigate = useNavigate()
  const { next, forgotten, link } = useSearch<'/login'>()
  const [email, setEmail] = useState('')
  const open = (search: { forgotten?: string }) =>
    void navigate({ to: '/login', search: { ...(next !== undefined && { next }), ...search } })
  const home = session.state === 'in' ? homeOf(session.user.roles) : null
  useEffect(() => {
    if (home) void navigate({ href: next ?? home, replace: true })
  }, [home, next, navigate])
  if (session.state === 'unverified') return <CheckInbox email={session.user.email} />
  if (forgotten)
    return (
      <Sheet>
        <Suspense>
          <AskForLetter email={email} onTyped={setEmail} onBack={() => open({})} />
        </Suspense>
      </Sheet>
    )
  return (
    <SignIn
      {...{ email, next }}
      byLink={link === 'yes'}
      onTyped={setEmail}
      onForgotten={() => open({ forgotten: 'yes' })}
    />
  )
}
