import { useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { claimCodeDigits, claimMinutes } from '#contract/enrolment/claims.plain.ts'
import type { Output } from '#contract/index.ts'
import { CallError, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useNavigate } from '#web/routing/routing.tsx'
import { inOrder, Named } from '#web/words/Name.tsx'
import type { SessionUser } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { DateParts } from '#web/ui/DateParts.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { askAgain, type Offer } from './claim.ts'
import { useJoined } from './ClaimPage.tsx'
import { FlowSheet } from './FlowSheet.tsx'

const ways = ['child', 'phone'] as const
type Way = (typeof ways)[number]
type Details = { childName: string; birthOn: string; phone: string }
const nothing: Details = { childName: '', birthOn: '', phone: '' }

/** The errors of a form: those of single fields, and one sentence if the failure is not about a field. */
const useWrong = () => {
  const t = useTranslations('claiming.seek')
  const failureText = useFailureText()
  const [attempt, setAttempt] = useState(0)
  const [wrong, setWrong] = useState<{ fields: readonly string[]; failure: unknown }>({ fields: [], failure: null })
  return {
    attempt,
    failure: wrong.failure === null ? null : failureText(wrong.failure),
    at: (field: keyof Details): string | undefined => (wrong.fields.includes(field) ? t(`wrong.${field}`) : undefined),
    listed: wrong.fields.map(id => ({ id, text: t(`wrong.${id as keyof Details}`) })),
    set(found: unknown) {
      const fields = Array.isArray(found)
        ? (found as string[])
        : found instanceof CallError
          ? found.fields.map(({ path }) => path)
          : []
      setWrong({ fields, failure: fields.length > 0 || Array.isArray(found) ? null : found })
      setAttempt(attempt + 1)
    },
    mend: (id: string) => setWrong({ ...wrong, fields: wrong.fields.filter(each => each !== id) }),
  }
}

type FormProps = {
  details: Details
  onDetails: (details: Details) => void
  way: Way
  onWay: (way: Way) => void
  wrong: ReturnType<typeof useWrong>
}

/** The details by which the school may find the family: a child with its birthday, or the phone number. */
const DetailsFields = ({ details, onDetails, way, onWay, wrong }: FormProps) => {
  const t = useTranslations('claiming.seek')
  const { dateOrder } = useFormat()
  return (
    <>
      <Segmented
        label={t('by')}
        options={ways.map(value => ({ value, label: t(`way.${value}`) }))}
        value={way}
        onChange={onWay}
      />
      {way === 'child' ? (
        <>
          <Field id="childName" label={t('childName')} hint={t('childNameHint')} error={wrong.at('childName')} required>
            <Input
              autoComplete="off"
              value={details.childName}
              onChange={event => onDetails({ ...details, childName: event.target.value })}
            />
          </Field>
          <Field id="birthOn" group label={t('birthOn')} error={wrong.at('birthOn')}>
            <DateParts
              value={details.birthOn}
              onChange={birthOn => onDetails({ ...details, birthOn })}
              order={dateOrder}
            />
          </Field>
        </>
      ) : (
        <Field id="phone" label={t('phone')} hint={t('phoneHint')} error={wrong.at('phone')} required>
          <Input
            type="tel"
            autoComplete="tel"
            value={details.phone}
            onChange={event => onDetails({ ...details, phone: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

const missing = (details: Details, way: Way): (keyof Details)[] =>
  way === 'phone'
    ? details.phone.trim()
      ? []
      : ['phone']
    : (['childName', 'birthOn'] as const).filter(key => details[key].trim() === '')
const only = (details: Details, way: Way): Details =>
  way === 'phone' ? { ...nothing, phone: details.phone } : { ...details, phone: '' }

/** The form for the code from the email. */
const Code = ({ user, onAgain, onOffice }: { user: SessionUser; onAgain: () => void; onOffice: () => void }) => {
  const t = useTranslations('claiming.seek')
  const failureText = useFailureText()
  const joined = useJoined(user)
  const enter = useWrite('claims-enter')
  const [code, setCode] = useState('')
  const [family, setFamily] = useState<Output<'claims-enter'>['family']>(null)
  const language = useLocale()
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const format = useFormat()
  const send = async (isOurs: boolean | null) => {
    setError(undefined)
    try {
      const { outcome, triesLeft, family: found } = await enter.send({ code, isOurs })
      if (outcome === 'joined') return await joined()
      setFamily(found)
      if (outcome === 'found') return
      if (outcome === 'declined') return onAgain()
      setError(outcome === 'lapsed' || triesLeft === 0 ? t('lapsed') : t('wrongCode', { n: triesLeft }))
    } catch (caught) {
      setError(failureText(caught))
    }
    setAttempt(attempt + 1)
  }
  if (family)
    return (
      <section aria-label={t('isYours')} className="grid gap-4">
        <Notice title={t('isYours')}>
          <p>{family.household}</p>
          <p>
            {t('isYou')} <Named names={family} />
          </p>
          <p>
            {t('children', {
              children: format.all(family.children.map(child => inOrder(language, child).first)),
            })}
          </p>
        </Notice>
        <Button variant="primary" wide pending={enter.isPending} onClick={() => void send(true)}>
          {t('yes')}
        </Button>
        <Button wide disabled={enter.isPending} onClick={() => void send(false)}>
          {t('no')}
        </Button>
      </section>
    )
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send(null)
      }}
      className="grid gap-5"
    >
      <Notice title={t('sentTitle')}>{t('sentText', { minutes: String(claimMinutes) })}</Notice>
      <ErrorSummary
        problems={error ? [{ id: 'code', text: error }] : []}
        attempt={attempt}
        onMend={() => setError(undefined)}
      />
      <Field id="code" label={t('code')} hint={t('codeHint', { n: String(claimCodeDigits) })} error={error} required>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-56 text-xl tracking-widest tabular-nums"
          value={code}
          onChange={event => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" wide pending={enter.isPending}>
        {t('enter')}
      </Button>
      <div className="flex flex-wrap gap-x-6">
        <button type="button" onClick={onAgain} className={`min-h-11 ${textLink}`}>
          {t('again')}
        </button>
        <button type="button" onClick={onOffice} className={`min-h-11 ${textLink}`}>
          {t('noCode')}
        </button>
      </div>
    </form>
  )
}

/** Finds the family of a person whose email address the school doesn't have: by a code, or through the office. */
export const SeekPage = ({ user, offer }: { user: SessionUser; offer: Offer }) => {
  const t = useTranslations('claiming.seek')
  const format = useFormat()
  const navigate = useNavigate()
  const mails = useMails()
  // Without emails there is no code to send, and the office finds the family.
  const first = mails === 'kept' ? 'office' : 'say'
  const seek = useWrite('claims-seek')
  const ask = useWrite('claims-ask')
  const wrong = useWrong()
  const [askedAt, setAskedAt] = useState(offer.waiting?.createdAt ?? '')
  const [details, setDetails] = useState(nothing)
  const [note, setNote] = useState('')
  const [way, setWay] = useState<Way>('child')
  const [page, setPage] = useState<'say' | 'code' | 'office' | 'asked'>(
    offer.waiting === null ? first : offer.waiting.status === 'asked' ? 'asked' : 'code',
  )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const empty = missing(details, way)
    wrong.set(empty)
    if (empty.length > 0) return
    try {
      if (page === 'office') await ask.send({ ...details, note })
      else await seek.send(only(details, way))
      askAgain()
      setAskedAt(new Date().toISOString())
      setPage(page === 'office' ? 'asked' : 'code')
    } catch (error) {
      wrong.set(error)
    }
  }
  return (
    <FlowSheet
      key={page}
      title={t(page === 'office' || page === 'asked' ? 'officeTitle' : 'title')}
      lead={
        page === 'office'
          ? t(mails === 'kept' ? 'officeLeadKept' : 'officeLead')
          : page === 'say'
            ? t('lead')
            : undefined
      }
      onBack={() =>
        page === first || page === 'asked'
          ? void navigate({ to: '/registration', search: { step: 'you' } })
          : setPage('say')
      }
    >
      <div className="grid gap-5">
        {offer.refusal !== null && page === first && (
          <Notice tone="warn" title={t('refused')}>
            {offer.refusal.note}
          </Notice>
        )}
        {page === 'code' && <Code user={user} onAgain={() => setPage('say')} onOffice={() => setPage('office')} />}
        {page === 'asked' && (
          <>
            <Notice title={t('askedTitle')}>
              {t('askedText', {
                day: format.instant(askedAt, 'day'),
                email: user.email,
                mails,
              })}
            </Notice>
            <ButtonLink to="/registration" search={{ step: 'you' }} variant="primary" wide>
              {t('goOnAsNew')}
            </ButtonLink>
          </>
        )}
        {(page === 'say' || page === 'office') && (
          <form noValidate onSubmit={event => void send(event)} className="grid gap-5">
            <ErrorSummary problems={wrong.listed} attempt={wrong.attempt} onMend={wrong.mend} />
            {wrong.failure !== null && (
              <Notice alert tone="danger">
                {wrong.failure}
              </Notice>
            )}
            <DetailsFields details={details} onDetails={setDetails} way={way} onWay={setWay} wrong={wrong} />
            {page === 'office' && (
              <Field id="note" label={t('note')} hint={t('noteHint')} optional>
                <Textarea rows={3} value={note} onChange={event => setNote(event.target.value)} />
              </Field>
            )}
            <Button type="submit" variant="primary" wide pending={seek.isPending || ask.isPending}>
              {t(page === 'office' ? 'ask' : 'send')}
            </Button>
            {page === 'say' && (
              <button
                type="button"
                onClick={() => setPage('office')}
                className={`min-h-11 justify-self-start ${textLink}`}
              >
                {t('noAddress')}
              </button>
            )}
          </form>
        )}
        {page !== 'asked' && (
          <p>
            <Link
              to="/registration"
              search={{ step: 'you' }}
              className={`inline-flex min-h-11 items-center ${textLink}`}
            >
              {t('weAreNew')}
            </Link>
          </p>
        )}
      </div>
    </FlowSheet>
  )
}
