import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import { ButtonLink } from '#web/link.tsx'
import { useSchool } from '#web/school.ts'
import { identityCode } from '#web/session.ts'
import { useAttestedAhead } from '#web/useAttestedAhead.ts'
import { enterByBadge } from '#web/slices/identity/badge.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'

/** The code behind a badge's QR code: it stands after the #, which browsers send to nobody. */
const scanned = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** Signing in by a badge: at once where its QR code was scanned, or by typing the code below it. */
export default function EnterByBadge() {
  const t = useTranslations('badges.enter')
  const words = useFailureText()
  const navigate = useNavigate()
  const isOffered = useSchool()?.signIn.badges ?? true
  const [code, setCode] = useState(scanned)
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const wasScanned = useRef(code !== '')
  useAttestedAhead()
  const enter = async (typed: string) => {
    setFailure(null)
    setWrong(typed.trim() ? undefined : t('missing'))
    if (!typed.trim()) return document.getElementById('badge-code')?.focus()
    setSending(true)
    try {
      await enterByBadge(typed)
      await navigate({ to: '/dashboard/', replace: true })
    } catch (error) {
      if (identityCode(error) === 'invalid-badge') setWrong(t('unknown'))
      else setFailure(error)
    }
    setSending(false)
  }
  useEffect(() => {
    if (!wasScanned.current) return
    wasScanned.current = false
    // Nobody who looks at the address later learns the code from it.
    history.replaceState(history.state, '', location.pathname)
    void enter(code)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void enter(code)
  }
  if (!isOffered)
    return (
      <Page title={t('title')} narrow>
        <Notice action={<ButtonLink to="/login">{t('toLogin')}</ButtonLink>}>{t('off')}</Notice>
      </Page>
    )
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <form noValidate onSubmit={submit} className="grid max-w-100 gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {words(failure)}
          </Notice>
        )}
        <Field id="badge-code" label={t('code')} hint={t('codeHint')} error={wrong}>
          <Input
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="font-mono text-lg tracking-widest uppercase"
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" wide="phone" pending={isSending} pendingText={t('pending')}>
          {t('submit')}
        </Button>
      </form>
    </Page>
  )
}
