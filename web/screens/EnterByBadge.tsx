import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNavigate, usePlace } from '#web/routing/routing.tsx'
import { useSchool } from '#web/wire/school.ts'
import { identityCode } from '#web/session/session.ts'
import { enterByBadge } from '#web/access/identity/badge.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'

/** The sign-in by badge: its QR code leads here with the code in the address, or the code printed below it is typed. */
export default function EnterByBadge() {
  const t = useTranslations('badges.enter')
  const auth = useTranslations('auth')
  const failureText = useFailureText()
  const navigate = useNavigate()
  const isOffered = useSchool()?.signIn.badges ?? true
  // The QR code's value comes after the #, which browsers don't send to any server.
  const { hash } = usePlace()
  const [typed, setTyped] = useState<string | null>(null)
  const code = typed ?? hash
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const why = identityCode(failure) as 'unknown' | 'invalid-badge' | null
  const isUnknown = why === 'invalid-badge'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setMissing(!code.trim())
    if (!code.trim()) return document.getElementById('badge-code')?.focus()
    setSending(true)
    try {
      await enterByBadge(code)
      await navigate({ to: '/dashboard/', replace: true })
    } catch (error) {
      setFailure(error)
    }
    setSending(false)
  }
  if (!isOffered)
    return (
      <Page title={t('title')} narrow>
        <Notice action={<ButtonLink to="/login">{t('toLogin')}</ButtonLink>}>{t('off')}</Notice>
      </Page>
    )
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <form noValidate onSubmit={event => void submit(event)} className="grid max-w-100 gap-5">
        {failure !== null && !isUnknown && (
          <Notice alert tone="danger">
            {why !== null && auth.has(why) ? auth(why) : failureText(failure)}
          </Notice>
        )}
        <Field
          id="badge-code"
          label={t('code')}
          hint={t('codeHint')}
          error={isMissing ? t('missing') : isUnknown ? t('unknown') : undefined}
        >
          <Input
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="font-mono text-lg tracking-widest uppercase"
            value={code}
            onChange={event => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" wide="phone" pending={isSending} pendingText={t('pending')}>
          {t('submit')}
        </Button>
      </form>
    </Page>
  )
}
