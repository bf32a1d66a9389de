import { LogIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import { arriveFromProvider, openProvider, type Pending, receiveHere } from '#web/identityEndpoints.ts'
import { useSchool } from '#web/school.ts'
import { identityCode } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'

type ProviderButtonProps = { keepSignedIn: boolean; onPending: (pending: Pending) => void }

/** Signing in through the school's own provider, in a window of its own. */
export default function ProviderButton({ keepSignedIn, onPending }: ProviderButtonProps) {
  const t = useTranslations('signingIn.provider')
  const words = useFailureText()
  const language = useLocale()
  const provider = useSchool()?.provider
  const [waiting, setWaiting] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // In an app without a second window the provider's answer comes with the page.
  useEffect(() => {
    receiveHere().then(pending => pending && onPending(pending), setFailure)
  }, [onPending])
  useEffect(() => () => waiting?.abort(), [waiting])
  const start = async () => {
    setFailure(null)
    const waits = new AbortController()
    const opened = openProvider(waits.signal)
    setWaiting(waits)
    try {
      const pending = await arriveFromProvider(await opened, keepSignedIn)
      if (pending) onPending(pending)
    } catch (error) {
      if (!waits.signal.aborted) setFailure(error)
    }
    setWaiting(null)
  }
  const code = identityCode(failure) ?? ''
  const own = `failed.${code}` as 'failed.invalid-credential'
  return (
    <div className="mb-6 grid gap-4">
      {failure !== null && (
        <Notice alert tone="danger">
          {t.has(own) ? t(own) : words(failure)}
        </Notice>
      )}
      <Button wide icon={LogIn} disabled={waiting !== null} onClick={() => void start()}>
        {(language === 'zh' && provider?.nativeLabel) || provider?.label}
      </Button>
      {waiting && (
        <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
          {t('waiting')}
          <Button size="small" variant="quiet" onClick={() => waiting.abort()}>
            {t('stop')}
          </Button>
        </p>
      )}
      <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </div>
  )
}
