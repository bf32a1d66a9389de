import { useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { finishSecondStep, type Pending } from '#web/session/identityEndpoints.ts'
import { textLink } from '#web/routing/link.tsx'
import { identityCode } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'

type SecondStepProps = { pending: Pending; keepSignedIn: boolean; onBack: () => void; onDone?: () => void }

const wrongCode = 'invalid-verification-code'

/** The second step after the password: a code from the app, or a recovery code. */
export default function SecondStep({ pending, keepSignedIn, onBack, onDone }: SecondStepProps) {
  const t = useTranslations('signingIn.step')
  const failureText = useFailureText()
  const { site } = useUiText()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const isWrong = identityCode(failure) === wrongCode
  // The code is the only field here.
  useEffect(() => document.getElementById('code')?.focus(), [isRecovery])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setMissing(!code.trim())
    if (!code.trim()) return document.getElementById('code')?.focus()
    setSending(true)
    try {
      await finishSecondStep(pending, code, keepSignedIn)
      onDone?.()
    } catch (error) {
      setFailure(error)
      if (identityCode(error) === wrongCode) document.getElementById('code')?.focus()
    }
    setSending(false)
  }
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    setMissing(false)
    setFailure(null)
  }
  return (
    <>
      <title>{`${t(isRecovery ? 'recoveryTitle' : 'title')} · ${site}`}</title>
      <h1 tabIndex={-1} className="text-3xl">
        <span className="stroke">{t(isRecovery ? 'recoveryTitle' : 'title')}</span>
      </h1>
      <p className="mt-3 mb-7 text-ink-2">{t(isRecovery ? 'recoveryLead' : 'lead', { school: site })}</p>
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-5">
        {failure !== null && !isWrong && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        <Field
          key={String(isRecovery)}
          id="code"
          label={t(isRecovery ? 'recovery' : 'code')}
          hint={t(isRecovery ? 'recoveryHint' : 'codeHint')}
          error={isMissing ? t('missing') : isWrong ? failureText(failure) : undefined}
        >
          <Input
            name="code"
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="font-mono text-lg tracking-widest"
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" wide pending={isSending}>
          {t('submit')}
        </Button>
      </form>
      <div className="mt-5 grid justify-items-start gap-1">
        <button type="button" onClick={change} className={`min-h-11 ${textLink}`}>
          {t(isRecovery ? 'useApp' : 'useRecovery')}
        </button>
        <button type="button" onClick={onBack} className={`min-h-11 ${textLink}`}>
          {t('back')}
        </button>
        {isRecovery && <p className="mt-2 text-sm text-ink-2">{t('lost')}</p>}
      </div>
    </>
  )
}
