import { Suspense, useEffect, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useNavigate } from '#web/routing/routing.tsx'
import { withPage } from '#web/routing/lazily.tsx'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useDeviceText } from '#web/words/deviceText.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { hosted } from '#web/session/hosted.ts'
import { languageNames, languages } from '#web/words/languages.ts'
import { useFirstName } from '#web/words/Name.tsx'
import type { Pending } from '#web/session/identityEndpoints.ts'
import { changeEmail, changePassword, identityCode, signOut, useSession } from '#web/session/session.ts'
import { PasskeysCard } from '#web/access/identity/PasskeysCard.tsx'
import { SecondFactorCard } from '#web/access/identity/SecondFactorCard.tsx'
import { changeLanguage } from '#web/shell/Switches.tsx'
import { useSchool } from '#web/wire/school.ts'
import { chooseTheme, useTheme } from '#web/shell/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const endpoints = () => import('#web/session/identityEndpoints.ts')
// The topics on which a family receives emails.
const PreferencesCard = withPage(() =>
  import('#web/people/parents/PreferencesCard.tsx').then(module => module.PreferencesCard),
)
const OwnAccount = withPage(() => import('#web/access/users/OwnAccount.tsx').then(module => module.OwnAccount))
const OwnDevices = withPage(() => import('#web/access/push/OwnDevices.tsx').then(module => module.OwnDevices))

/** A short form that asks for the current password together with the new value. */
const Change = ({ what, onClose }: { what: 'email' | 'password'; onClose: () => void }) => {
  const t = useTranslations('account')
  const auth = useTranslations('auth')
  const again = useTranslations('signingIn.again')
  const kept = useTranslations('keptMail')
  const mails = useMails()
  const text = useUiText()
  const failureText = useFailureText()
  const [value, setValue] = useState('')
  const [current, setCurrent] = useState('')
  const [wrong, setWrong] = useState<{ value?: string; current?: string; code?: string }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const [step, setStep] = useState<Pending | null>(null)
  const [code, setCode] = useState('')
  const isEmail = what === 'email'
  useEffect(() => document.getElementById('change-code')?.focus(), [step])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const isBad = isEmail ? !/^\S+@\S+\.\S+$/.test(value.trim()) : value.length < 6
    const found = {
      ...(isBad && { value: auth(isEmail ? 'invalid-email' : 'weak-password') }),
      ...(!current && { current: auth('missing-password') }),
    }
    setWrong(found)
    if (found.value || found.current) return document.getElementById(found.value ? 'new-value' : 'current')?.focus()
    setPending(true)
    try {
      await (step ? (await endpoints()).finishSecondStep(step, code) : (await endpoints()).prove(current))
      await (isEmail ? changeEmail(value) : changePassword(value))
      toast(
        isEmail
          ? mails === 'sent'
            ? t('emailSent', { email: value.trim() })
            : kept('verifyDemo', { email: value.trim() })
          : t('passwordSaved'),
      )
      onClose()
    } catch (error) {
      const failed = identityCode(error)
      // The address is the person's own, so "address or password" can only mean the password.
      if (failed === 'invalid-credential' || failed === 'wrong-password') setWrong({ current: auth('wrong-password') })
      else if (failed === 'multi-factor-auth-required') setStep((await endpoints()).pendingOf(error))
      else if (failed === 'invalid-verification-code') setWrong({ code: failureText(error) })
      else setFailure(error)
    }
    setPending(false)
  }
  const Box = isEmail ? Input : PasswordInput
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isEmail ? 'changeEmail' : 'changePassword')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="change" variant="primary" pending={pending}>
            {t(isEmail ? 'sendLink' : 'savePassword')}
          </Button>
        </>
      }
    >
      <form id="change" noValidate onSubmit={event => void submit(event)} className="grid gap-5 py-1">
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        <Field id="current" label={t('currentPassword')} error={wrong.current}>
          <PasswordInput
            autoComplete="current-password"
            value={current}
            onChange={event => setCurrent(event.target.value)}
          />
        </Field>
        <Field
          id="new-value"
          label={t(isEmail ? 'newEmail' : 'newPassword')}
          hint={t(isEmail ? 'newEmailHint' : 'newPasswordHint')}
          error={wrong.value}
        >
          <Box
            {...(isEmail && { type: 'email' })}
            autoComplete={isEmail ? 'email' : 'new-password'}
            value={value}
            onChange={event => setValue(event.target.value)}
          />
        </Field>
        {step && (
          <Field id="change-code" label={again('code')} hint={again('codeHint')} error={wrong.code}>
            <Input autoComplete="one-time-code" value={code} onChange={event => setCode(event.target.value)} />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

const Sessions = () => {
  const t = useTranslations('account')
  const format = useFormat()
  const failureText = useFailureText()
  const device = useDeviceText()
  const sessions = useReadLater('identity-sessions', {})
  const end = useWrite('identity-endSession')
  const endOthers = useWrite('identity-endSessions')
  const failure = sessions.error ?? end.error ?? endOthers.error
  return (
    <Card title={t('sessions')}>
      {failure !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(failure)}
        </Notice>
      )}
      <ul className="grid">
        {sessions.data?.map(session => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0">
              <p className="font-medium">{device(session.device)}</p>
              <p className="text-sm text-ink-2">{t('lastUsed', { at: format.instant(session.lastUsedAt) })}</p>
            </div>
            {session.isCurrent ? (
              <Badge tone="good">{t('thisDevice')}</Badge>
            ) : (
              <Button size="small" onClick={() => end.start({ id: session.id }, () => toast(t('sessionEnded')))}>
                {t('endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(sessions.data?.length ?? 0) > 1 && (
        <Button
          className="mt-3"
          pending={endOthers.isPending}
          onClick={() => endOthers.start({}, () => toast(t('sessionEnded')))}
        >
          {t('endOthers')}
        </Button>
      )}
    </Card>
  )
}

/** The person's own sign-in, and how the pages look. */
export default function Account() {
  const t = useTranslations('account')
  const mails = useMails()
  const roleNames = useTranslations('account.roleNames')
  const session = useSession()
  const { user } = session
  const isDue = session.state === 'in' && session.secondFactor !== undefined
  const language = useLocale()
  const offered = useSchool()?.languages ?? languages
  const { choice } = useTheme()
  const firstName = useFirstName()
  const me = useReadLater('users-me', {}, { withPage: true }).data
  const navigate = useNavigate()
  const [changing, setChanging] = useState<'email' | 'password' | null>(null)
  if (!user) return null
  // A person with a badge has neither address nor password, and nothing else to change.
  const isStudent = user.roles.includes('student')
  const leave = async () => {
    await navigate({ to: '/' })
    await signOut()
  }
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <div className="grid gap-4">
        {isDue && !hosted && (
          <>
            <SecondFactorCard />
            <PasskeysCard />
          </>
        )}
        <Card title={t('person')}>
          <dl className="grid gap-3">
            <div>
              <dt className="text-sm text-ink-2">{t('name')}</dt>
              <dd className="font-medium">{firstName(me ?? { name: user.name, nativeName: '' })}</dd>
            </div>
            {!isStudent && (
              <div>
                <dt className="text-sm text-ink-2">{t('email')}</dt>
                <dd className="font-medium break-all">{user.email}</dd>
              </div>
            )}
            {!isDue && (
              <div>
                <dt className="text-sm text-ink-2">{t('roles')}</dt>
                <dd className="mt-1 flex flex-wrap gap-2">
                  {user.roles.length === 0
                    ? roleNames('none')
                    : user.roles.map(role => <Badge key={role}>{roleNames(role)}</Badge>)}
                </dd>
              </div>
            )}
          </dl>
          {!isStudent && (
            <div className="mt-5 flex flex-wrap gap-3">
              {mails !== 'kept' && <Button onClick={() => setChanging('email')}>{t('changeEmail')}</Button>}
              <Button onClick={() => setChanging('password')}>{t('changePassword')}</Button>
            </div>
          )}
        </Card>
        <Card>
          <div className="flex flex-wrap gap-x-10 gap-y-5">
            <div className="grid gap-2">
              <h2 className="text-lg">{t('language')}</h2>
              <Segmented
                label={t('language')}
                value={language}
                onChange={next => void changeLanguage(next)}
                options={offered.map(value => ({ value, label: languageNames[value] }))}
              />
            </div>
            <div className="grid gap-2">
              <h2 className="text-lg">{t('appearance')}</h2>
              <Segmented
                label={t('appearance')}
                value={choice}
                onChange={chooseTheme}
                options={(['system', 'light', 'dark'] as const).map(value => ({ value, label: t(value) }))}
              />
            </div>
          </div>
        </Card>
        {!isDue && !isStudent && (
          <>
            {!hosted && (
              <>
                <SecondFactorCard />
                <PasskeysCard />
              </>
            )}
            <Suspense>
              {user.roles.includes('parent') && <PreferencesCard />}
              <OwnDevices />
            </Suspense>
          </>
        )}
        {!isStudent && <Sessions />}
        {/* After the passkeys, which load the dialog that asks to sign in again. */}
        {!isDue && !isStudent && !hosted && (
          <Suspense>
            <OwnAccount email={user.email} roles={user.roles} />
          </Suspense>
        )}
        <Button onClick={() => void leave()} className="justify-self-start">
          {t('signOut')}
        </Button>
      </div>
      {changing && <Change what={changing} onClose={() => setChanging(null)} />}
    </Page>
  )
}
