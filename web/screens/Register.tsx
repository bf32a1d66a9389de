import { useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useNavigate, useRouter } from '#web/routing/routing.tsx'
import { CheckInbox, isEmail, Sheet } from '#web/screens/Login.tsx'
import { identityCode, register, useKnownSession, useSession } from '#web/session/session.ts'
import { useMails } from '#web/wire/mails.ts'
import { useAttestedAhead } from '#web/wire/useAttestedAhead.ts'
import { useWishFromAddress } from '#web/enrolment/enrolments/useWishFromAddress.ts'
import { useFocusKept } from '#web/shell/useFocusKept.ts'
import { FlowSteps } from '#web/enrolment/enrolments/FlowSteps.tsx'
import { useSchool } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { textIn, useSentEarly } from '#web/ui/useSentEarly.ts'

const shortest = 6

type Wrong = Partial<Record<'name' | 'email' | 'password', string | undefined>>

const Account = () => {
  const t = useTranslations('register')
  const auth = useTranslations('auth')
  const mails = useMails()
  const failureText = useFailureText()
  const router = useRouter()
  const [person, setPerson] = useState({ name: '', email: '', password: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isTaken = identityCode(failure) === 'email-already-in-use'
  useAttestedAhead()
  const early = useSentEarly(typed =>
    setPerson({ name: textIn(typed, 'name'), email: textIn(typed, 'email'), password: textIn(typed, 'password') }),
  )

  const check = (): Wrong => ({
    ...(!person.name.trim() && { name: t('missingName') }),
    ...(!person.email.trim()
      ? { email: auth('missing-email') }
      : !isEmail(person.email) && { email: auth('invalid-email') }),
    ...(person.password.length < shortest && { password: auth('weak-password') }),
  })
  const make = async () => {
    setPending(true)
    try {
      await register(person)
    } catch (error) {
      setFailure(error)
      const code = identityCode(error) ?? ''
      if (code === 'email-already-in-use' || code === 'invalid-email') setWrong({ email: failureText(error) })
      else if (code === 'weak-password' || code === 'password-does-not-meet-requirements') {
        setWrong({ password: failureText(error) })
      }
      setAttempt(attempt + 2)
    }
    setPending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    router.fetchAhead('/registration')
    const found = check()
    setFailure(null)
    setWrong(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length === 0) void make()
  }
  const mend = (id: string) => {
    setWrong({ ...wrong, [id]: undefined })
    setFailure(null)
  }
  const isInvited = useSchool()?.signIn.accounts === 'invited'
  const problems = (['name', 'email', 'password'] as const).flatMap(id => {
    const text = wrong[id]
    return text ? [{ id, text }] : []
  })
  return (
    <Sheet title={t('accountTitle')} lead={t('accountLead')} above={<FlowSteps part={1} />}>
      <form {...early} noValidate onSubmit={submit} className="grid gap-5">
        <ErrorSummary problems={problems} attempt={attempt} onMend={mend} />
        {failure !== null && problems.length === 0 && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        {isInvited && <Notice>{t('invitedOnly')}</Notice>}
        {isTaken && (
          <ButtonLink to="/login" search={{ next: '/registration' }} wide>
            {t('signInInstead')}
          </ButtonLink>
        )}
        <Field id="name" label={t('yourName')} error={wrong.name} required>
          <Input
            name="name"
            autoComplete="name"
            value={person.name}
            onChange={event => setPerson({ ...person, name: event.target.value })}
          />
        </Field>
        <Field
          id="email"
          label={t('email')}
          hint={t(mails === 'kept' ? 'emailHintKept' : 'emailHint')}
          error={wrong.email}
          required
        >
          <Input
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={person.email}
            onChange={event => setPerson({ ...person, email: event.target.value })}
          />
        </Field>
        <Field id="password" label={t('password')} hint={t('passwordHint')} error={wrong.password} required>
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={person.password}
            onChange={event => setPerson({ ...person, password: event.target.value })}
          />
        </Field>
        <Button type="submit" variant="primary" wide pending={pending} pendingText={t('creating')}>
          {t('create')}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap items-center gap-x-2">
        {t('haveAccount')}
        <Link
          to="/login"
          search={{ next: '/registration' }}
          className={`inline-flex min-h-11 items-center ${textLink}`}
        >
          {t('signIn')}
        </Link>
      </p>
    </Sheet>
  )
}

/** Part 1 of a family's registration: the account. People who have one go on to part 2. */
export default function Register() {
  const session = useSession()
  const { stored } = useKnownSession()
  const navigate = useNavigate()
  useWishFromAddress()
  useFocusKept()
  const isToFamily = session.state === 'in'
  useEffect(() => {
    if (isToFamily) void navigate({ to: '/registration', replace: true })
  }, [isToFamily, navigate])
  if (session.state === 'unverified') return <CheckInbox email={session.user.email} above={<FlowSteps part={1} />} />
  // A person whom this browser doesn't know can fill in the form while the identity client loads.
  if (session.state === 'out' || (session.state === 'loading' && stored === null)) return <Account />
  return (
    <div className="mx-auto w-full max-w-[40rem] px-gutter pt-8">
      <Loading onRetry={() => location.reload()} />
    </div>
  )
}
