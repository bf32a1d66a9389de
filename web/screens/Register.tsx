import { useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useNavigate, useSearch, useShown } from '#web/routing/routing.tsx'
import { CheckInbox, isEmail, Sheet } from '#web/screens/Login.tsx'
import { identityCode, register, useKnownSession, useSession } from '#web/session/session.ts'
import { useMails } from '#web/wire/mails.ts'
import { useAttestedAhead } from '#web/wire/useAttestedAhead.ts'
import { wishedClass, wishForClass } from '#web/enrolment/enrolments/deviceCopy.ts'
import { FlowSteps } from '#web/enrolment/enrolments/FlowSteps.tsx'
import { useSchool } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { textIn, useSentEarly } from '#web/ui/useSentEarly.ts'
import { guestCall } from '#web/wire/wire.ts'

// Creating an account should not wait for the code of the later pages.
const loadFamily = () => import('#web/enrolment/enrolments/Family.tsx')
const loadClasses = () => import('#web/enrolment/enrolments/Classes.tsx')
const Family = withPage(() => loadFamily().then(module => module.Family))
const Classes = withPage(() => loadClasses().then(module => module.Classes))

const shortest = 6

type Wrong = Partial<Record<'name' | 'email' | 'password', string | undefined>>

const Account = () => {
  const t = useTranslations('register')
  const auth = useTranslations('auth')
  const mails = useMails()
  const failureText = useFailureText()
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
    // A failure shows when the page is opened.
    loadFamily().catch(() => undefined)
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

/** Parts 2 and 3 need an account; choices made so far are kept on this device. */
const AccountFirst = ({ path }: { path: string }) => {
  const t = useTranslations('register')
  return (
    <Sheet title={t('firstTitle')} lead={t('firstLead')} above={<FlowSteps part={1} />}>
      <div className="grid gap-3">
        <ButtonLink to="/register" variant="primary" wide>
          {t('create')}
        </ButtonLink>
        <ButtonLink to="/login" search={{ next: path }} wide>
          {t('haveAccountSignIn')}
        </ButtonLink>
      </div>
    </Sheet>
  )
}

/** Keeps the class, or only the term, for which a person comes. */
const useWishFromAddress = () => {
  const { class: sectionId, term: termId, born } = useSearch()
  useEffect(() => {
    if (!sectionId) {
      if (termId && wishedClass()?.termId !== termId) wishForClass({ sectionId: null, termId })
      return
    }
    if (termId) return wishForClass({ sectionId, termId, ...(born && { birthOn: born }) })
    // A link from elsewhere may name only the class, which then belongs to the term that is open for registration.
    guestCall('classes-catalogue', {}).then(
      ({ term, sections }) => {
        if (term && sections.some(({ id }) => id === sectionId)) wishForClass({ sectionId, termId: term.id })
      },
      () => undefined,
    )
  }, [sectionId, termId, born])
}

/** Keeps the focus, as the frame of signed-in pages does. */
const useFocusKept = () =>
  useEffect(() => {
    const watch = import('#web/shell/keepFocus.ts').then(
      ({ keepFocus }) => keepFocus(),
      () => undefined,
    )
    return () => void watch.then(stop => stop?.())
  }, [])

/** A family's registration in three parts: account, family, classes. */
export default function Register() {
  const session = useSession()
  const { stored } = useKnownSession()
  const navigate = useNavigate()
  const path = useShown().route?.path ?? '/'
  const part = path === '/registration2' ? 3 : path === '/registration' ? 2 : 1
  useWishFromAddress()
  useFocusKept()
  const isToFamily = part === 1 && session.state === 'in'
  useEffect(() => {
    if (isToFamily) void navigate({ to: '/registration', replace: true })
  }, [isToFamily, navigate])
  // A person whom this browser doesn't know can fill in the form while the identity client loads.
  const isNewcomer = part === 1 && stored === null
  if ((session.state === 'loading' && !isNewcomer) || isToFamily)
    return (
      <div className="mx-auto w-full max-w-[40rem] px-gutter pt-8">
        <Loading onRetry={() => location.reload()} />
      </div>
    )
  if (session.state === 'unverified') return <CheckInbox email={session.user.email} above={<FlowSteps part={1} />} />
  if (session.user === null) return part === 1 ? <Account /> : <AccountFirst path={path} />
  return part === 3 ? <Classes user={session.user} /> : <Family user={session.user} />
}
