import { useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { tagOf } from '#rules/inLanguage.ts'
import { CallError, useWrite } from '#web/wire/call.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNavigate } from '#web/routing/routing.tsx'
import { schoolReady, useSchool } from '#web/wire/school.ts'
import { signIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, PasswordInput, Select } from '#web/ui/Input.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = [...new Set([ownZone, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
const regions = [...new Set(zones.map(zone => (zone.includes('/') ? (zone.split('/')[0] ?? '') : '')))].sort()
const usual = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CNY']
const currencies = Intl.supportedValuesOf('currency').filter(code => !usual.includes(code))

const paths = [
  'code',
  'school.name',
  'school.nativeName',
  'school.zone',
  'school.currency',
  'admin.name',
  'admin.email',
  'admin.password',
] as const
type Path = (typeof paths)[number]
const needed = ['code', 'school.name', 'admin.name', 'admin.email', 'admin.password'] as const satisfies Path[]

const empty: Record<Path, string> = {
  code: '',
  'school.name': '',
  'school.nativeName': '',
  'school.zone': ownZone,
  'school.currency': 'USD',
  'admin.name': '',
  'admin.email': '',
  'admin.password': '',
}

const Form = () => {
  const t = useTranslations('setUp')
  const language = useLocale()
  const fields = useTranslations('field')
  const failureText = useFailureText()
  const fieldWords = useFieldText()
  const navigate = useNavigate()
  const write = useWrite('config-setUp')
  const [typed, setTyped] = useState(empty)
  const [wrong, setWrong] = useState<Partial<Record<Path, string>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)

  const check = (): Partial<Record<Path, string>> => {
    const found: Partial<Record<Path, string>> = {}
    for (const path of needed) if (!typed[path].trim()) found[path] = t(`missing.${path}`)
    if (!found['admin.email'] && !/^\S+@\S+\.\S+$/.test(typed['admin.email'].trim()))
      found['admin.email'] = fields('email')
    if (!found['admin.password'] && typed['admin.password'].length < 8) found['admin.password'] = fields('password')
    return found
  }
  const found = async () => {
    const admin = { name: typed['admin.name'], email: typed['admin.email'], password: typed['admin.password'] }
    setPending(true)
    try {
      await write.send({
        code: typed.code,
        school: {
          name: typed['school.name'],
          nativeName: typed['school.nativeName'],
          zone: typed['school.zone'],
          currency: typed['school.currency'],
        },
        admin,
      })
      await schoolReady(true)
      await signIn(admin.email, admin.password)
      await navigate({ to: '/adminconfig', replace: true })
    } catch (error) {
      const told = Object.fromEntries(
        paths.flatMap(path => {
          const text = fieldWords(error, path)
          return text ? [[path, text]] : []
        }),
      ) as Partial<Record<Path, string>>
      if (error instanceof CallError && error.reason === 'SET_UP_CODE_WRONG') told.code = failureText(error)
      if (Object.keys(told).length > 0) setWrong(told)
      else setFailure(error)
      setAttempt(count => count + 1)
    }
    setPending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = check()
    setFailure(null)
    setWrong(missing)
    setAttempt(count => count + 1)
    if (Object.keys(missing).length === 0 && !pending) void found()
  }
  const bind = (path: Path) => ({
    value: typed[path],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [path]: event.target.value }),
  })
  const problems = paths.flatMap(id => {
    const text = wrong[id]
    return text ? [{ id, text }] : []
  })
  const currencyName = new Intl.DisplayNames(tagOf(language), { type: 'currency' })
  const currencyOption = (code: string) => (
    <option key={code} value={code}>
      {`${code} · ${currencyName.of(code) ?? code}`}
    </option>
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <ErrorSummary
        problems={problems}
        attempt={attempt}
        onMend={id => setWrong(({ [id as Path]: _mended, ...others }) => others)}
      />
      {failure !== null && (
        <Notice alert tone="danger">
          {failureText(failure)}
        </Notice>
      )}
      <Field id="code" label={t('code')} hint={t('codeHint')} error={wrong.code} required>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="max-w-64 tracking-widest uppercase placeholder:normal-case"
          {...bind('code')}
        />
      </Field>
      <Card title={t('school')}>
        <div className="grid gap-5">
          <Field id="school.name" label={t('schoolName')} error={wrong['school.name']} required>
            <Input autoComplete="organization" {...bind('school.name')} />
          </Field>
          <Field
            id="school.nativeName"
            label={t('schoolNativeName')}
            hint={t('schoolNativeNameHint')}
            error={wrong['school.nativeName']}
            optional
          >
            <Input autoComplete="off" {...bind('school.nativeName')} />
          </Field>
          <Field id="school.zone" label={t('zone')} hint={t('zoneHint')} error={wrong['school.zone']} required>
            <Select {...bind('school.zone')}>
              {regions.map(region => {
                const own = zones.filter(zone => (region ? zone.startsWith(`${region}/`) : !zone.includes('/'))).sort()
                const options = own.map(zone => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))
                return region ? (
                  <optgroup key={region} label={region}>
                    {options}
                  </optgroup>
                ) : (
                  options
                )
              })}
            </Select>
          </Field>
          <Field
            id="school.currency"
            label={t('currency')}
            hint={t('currencyHint')}
            error={wrong['school.currency']}
            required
          >
            <Select {...bind('school.currency')}>
              <optgroup label={t('usual')}>{usual.map(currencyOption)}</optgroup>
              <optgroup label={t('allCurrencies')}>{currencies.map(currencyOption)}</optgroup>
            </Select>
          </Field>
        </div>
      </Card>
      <Card title={t('admin')}>
        <div className="grid gap-5">
          <Field id="admin.name" label={t('adminName')} error={wrong['admin.name']} required>
            <Input autoComplete="name" {...bind('admin.name')} />
          </Field>
          <Field
            id="admin.email"
            label={t('adminEmail')}
            hint={t('adminEmailHint')}
            error={wrong['admin.email']}
            required
          >
            <Input type="email" autoComplete="username" inputMode="email" {...bind('admin.email')} />
          </Field>
          <Field
            id="admin.password"
            label={t('adminPassword')}
            hint={t('adminPasswordHint')}
            error={wrong['admin.password']}
            required
          >
            <PasswordInput autoComplete="new-password" {...bind('admin.password')} />
          </Field>
        </div>
      </Card>
      <Button
        type="submit"
        variant="primary"
        className="sm:justify-self-start"
        pending={pending}
        pendingText={t('founding')}
      >
        {t('found')}
      </Button>
    </form>
  )
}

/** The first run: creates the school and its first administrator. */
export default function SetUp() {
  const t = useTranslations('setUp')
  const facts = useSchool()
  // Once shown, the form stays, even while the new school signs its administrator in.
  const [isOpen] = useState(facts?.school === null)
  if (!isOpen && facts?.school)
    return (
      <Page title={t('doneTitle')} lead={t('doneLead', { school: facts.school.name })} narrow>
        <ButtonLink to="/login" variant="primary">
          {t('signIn')}
        </ButtonLink>
      </Page>
    )
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <Form />
    </Page>
  )
}
