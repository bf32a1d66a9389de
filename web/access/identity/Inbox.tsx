import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { AskOffice, MailboxLink } from './KeptMail.tsx'
import { textLink } from '#web/routing/link.tsx'
import { resendVerification, signOut } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useMails } from '#web/wire/mails.ts'
import { toast } from '#web/ui/Toast.tsx'

/** Shown while the email address is unverified; the session notices when the link was opened, on any device. */
export default function Inbox({ email }: { email: string }) {
  const t = useTranslations('login')
  const kept = useTranslations('keptMail')
  const mails = useMails()
  const title = mails === 'kept' ? kept('verifyTitle') : t('verifyTitle')
  const failureText = useFailureText()
  const { site } = useUiText()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const again = async () => {
    setPending(true)
    setFailure(null)
    try {
      await resendVerification()
      toast(mails === 'sent' ? t('resent', { email }) : kept('verifyDemo', { email }))
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }
  return (
    <>
      <title>{`${title} · ${site}`}</title>
      <h1 tabIndex={-1} className="text-3xl">
        <span className="stroke">{title}</span>
      </h1>
      <p className="mt-3 mb-7 text-ink-2">
        {mails === 'sent'
          ? t('verifyLead', { email })
          : kept(mails === 'demo' ? 'verifyDemo' : 'verifyLead', { email })}
      </p>
      <div className="grid gap-5">
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        {mails === 'kept' && <AskOffice />}
        {mails === 'demo' && <MailboxLink to={email} />}
        {mails === 'sent' && (
          <p className="flex items-start gap-3 text-sm text-ink-2">
            <MailCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-primary-ink" />
            {t('verifySpam')}
          </p>
        )}
        {mails !== 'kept' && (
          <Button variant="primary" wide pending={pending} pendingText={t('resetPending')} onClick={() => void again()}>
            {t('resend')}
          </Button>
        )}
        <button type="button" onClick={() => void signOut()} className={`min-h-11 justify-self-start ${textLink}`}>
          {t('other')}
        </button>
      </div>
    </>
  )
}
