import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { textLink } from '#web/routing/link.tsx'
import { resendVerification, signOut } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

/** Shown while the e-mail is unverified; the session itself notices when the link was opened, on any device. */
export default function Inbox({ email }: { email: string }) {
  const t = useTranslations('login')
  const failureText = useFailureText()
  const { site } = useUiText()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const again = async () => {
    setPending(true)
    setFailure(null)
    try {
      await resendVerification()
      toast(t('resent', { email }))
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }
  return (
    <>
      <title>{`${t('verifyTitle')} · ${site}`}</title>
      <h1 tabIndex={-1} className="text-3xl">
        <span className="stroke">{t('verifyTitle')}</span>
      </h1>
      <p className="mt-3 mb-7 text-ink-2">{t('verifyLead', { email })}</p>
      <div className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        <p className="flex items-start gap-3 text-sm text-ink-2">
          <MailCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-primary-ink" />
          {t('verifySpam')}
        </p>
        <Button variant="primary" wide pending={pending} pendingText={t('resetPending')} onClick={() => void again()}>
          {t('resend')}
        </Button>
        <button type="button" onClick={() => void signOut()} className={`min-h-11 justify-self-start ${textLink}`}>
          {t('other')}
        </button>
      </div>
    </>
  )
}
