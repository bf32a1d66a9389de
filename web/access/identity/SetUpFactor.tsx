import { useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { keepSecondFactor, type startSecondFactor } from '#web/session/identityEndpoints.ts'
import { useSchoolName } from '#web/wire/school.ts'
import { identityCode, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { copyText } from '#web/ui/copyText.ts'

/** Returns the key URI that all authenticator apps can read. */
const keyUri = (key: string, school: string, email: string): string => {
  const query = new URLSearchParams({ secret: key, issuer: school }).toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(school)}:${encodeURIComponent(email)}?${query}`
}

type SetUpFactorProps = {
  enrolment: Awaited<ReturnType<typeof startSecondFactor>>
  onKept: (codes: string[]) => void
  onClose: () => void
}

/** The set-up of a new app: scan or type the key, then enter its first code. */
export const SetUpFactor = ({ enrolment, onKept, onClose }: SetUpFactorProps) => {
  const t = useTranslations('signingIn.setUp')
  const step = useTranslations('signingIn.step')
  const text = useUiText()
  const failureText = useFailureText()
  const { user } = useSession()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const name = useSchoolName(useLocale())
  const key = enrolment.sharedSecretKey.match(/.{4}/g)?.join(' ') ?? ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setWrong(code.trim() ? undefined : step('missing'))
    if (!code.trim()) return
    setSending(true)
    try {
      onKept(await keepSecondFactor(enrolment, code))
    } catch (error) {
      if (identityCode(error) === 'invalid-verification-code') setWrong(failureText(error))
      else setFailure(error)
    }
    setSending(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="set-up-factor" variant="primary" pending={isSending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id="set-up-factor" noValidate onSubmit={event => void submit(event)} className="grid gap-5 py-1">
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        <div className="grid justify-items-start gap-3">
          <p className="font-medium">{t('first')}</p>
          <p className="text-sm text-ink-2">{t('apps')}</p>
          <QrCode
            className="size-52 rounded-md border border-line"
            text={keyUri(enrolment.sharedSecretKey, name, user?.email ?? '')}
            label={t('picture')}
          />
        </div>
        <Field label={t('key')}>
          <div className="flex gap-2">
            <Input
              readOnly
              aria-label={t('key')}
              className="min-w-0 flex-1 font-mono text-sm"
              value={key}
              onFocus={event => event.target.select()}
            />
            <Button onClick={() => copyText(enrolment.sharedSecretKey, t('copied'))}>{t('copy')}</Button>
          </div>
        </Field>
        <Field id="first-code" label={t('second')} error={wrong}>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            className="max-w-44 font-mono text-lg tracking-widest"
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; isReplacing: boolean; onClose: () => void }

/** The recovery codes, shown only this once. It closes when the person confirms that they are saved. */
export const RecoveryCodes = ({ codes, isReplacing, onClose }: RecoveryCodesProps) => {
  const t = useTranslations('signingIn.setUp')
  const [isKept, setKept] = useState(false)
  const [isHasty, setHasty] = useState(false)
  const all = codes.join('\n')
  return (
    <Dialog
      open
      onClose={() => (isKept ? onClose() : setHasty(true))}
      title={t('codesTitle')}
      description={t('codesLead')}
      actions={
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className="grid gap-4 py-1">
        {isReplacing && <p className="text-sm">{t('codesReplace')}</p>}
        <ul className="grid gap-y-2 rounded-md border border-line bg-sunken p-4 font-mono text-sm">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => copyText(all, t('copied'))}>{t('copyCodes')}</Button>
          <a
            className="inline-flex min-h-control items-center px-3 font-medium text-primary-ink underline"
            download={t('file')}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          >
            {t('download')}
          </a>
        </div>
        {isHasty && !isKept && (
          <Notice alert tone="warn">
            {t('hasty')}
          </Notice>
        )}
        <Checkbox label={t('kept')} checked={isKept} onChange={event => setKept(event.target.checked)} />
      </div>
    </Dialog>
  )
}
