import { IdCard, KeyRound, LogIn, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { hosted } from '#web/session/hosted.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { arriveFromProvider, openProvider, type Pending, receiveHere } from '#web/session/identityEndpoints.ts'
import { useSchool } from '#web/wire/school.ts'
import { identityCode } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useProviderLabel } from './providerLabel.ts'

type OtherWaysProps = { keepSignedIn: boolean; onPending: (pending: Pending) => void; onLink: () => void }

/** Signing in without a password: through a provider in a window of its own, by a passkey, or by a link. */
export default function OtherWays({ keepSignedIn, onPending, onLink }: OtherWaysProps) {
  const t = useTranslations('signingIn.provider')
  const ways = useTranslations('signingIn.ways')
  const passkey = useTranslations('signingIn.passkey')
  const failureText = useFailureText()
  const labelOf = useProviderLabel()
  const school = useSchool()
  const providers = school?.providers ?? []
  const [waiting, setWaiting] = useState<AbortController | null>(null)
  const [isClosed, setClosed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // In an app without a second window, the provider's answer is in the page's address.
  useEffect(() => {
    receiveHere().then(pending => pending && onPending(pending), setFailure)
  }, [onPending])
  useEffect(() => () => waiting?.abort(), [waiting])
  const enterBy = async (providerId: string) => {
    setFailure(null)
    const waits = new AbortController()
    const opened = openProvider(providerId, waits.signal, {
      onClosed: closed => {
        setFailure(closed)
        setClosed(true)
      },
    })
    setWaiting(waits)
    setClosed(false)
    try {
      const requestUri = await opened
      setFailure(null)
      const pending = await arriveFromProvider(requestUri, { keepSignedIn })
      if (pending) onPending(pending)
    } catch (error) {
      if (waits.signal.aborted) return
      setFailure(error)
    }
    setWaiting(null)
  }
  const enterByPasskey = async () => {
    setFailure(null)
    setAsking(true)
    try {
      await (await import('#web/session/passkeys.ts')).enterByPasskey({ keepSignedIn })
    } catch (error) {
      // A person who closed the browser's dialog needs no message.
      if (identityCode(error) !== 'user-cancelled') setFailure(error)
    }
    setAsking(false)
  }
  // A hosted service supports none of these.
  if (hosted) return null
  const isWaiting = waiting !== null && !isClosed
  const code = identityCode(failure) ?? ''
  const own = `failed.${code}` as 'failed.invalid-credential'
  const ofPasskey = `failed.${code}` as 'failed.passkey-invalid'
  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {failure !== null && (
        <Notice alert tone="danger">
          {t.has(own) ? t(own) : passkey.has(ofPasskey) ? passkey(ofPasskey) : failureText(failure)}
        </Notice>
      )}
      {providers.map(provider => (
        <Button key={provider.id} wide icon={LogIn} disabled={isWaiting} onClick={() => void enterBy(provider.id)}>
          {labelOf(provider)}
        </Button>
      ))}
      {isWaiting && (
        <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
          {t('waiting')}
          <Button size="small" variant="quiet" onClick={() => setWaiting(null)}>
            {t('stop')}
          </Button>
        </p>
      )}
      {'PublicKeyCredential' in window && (
        <Button
          wide
          icon={KeyRound}
          pending={isAsking}
          pendingText={passkey('asking')}
          onClick={() => void enterByPasskey()}
        >
          {ways('passkey')}
        </Button>
      )}
      <Button wide icon={Mail} onClick={onLink}>
        {ways('link')}
      </Button>
      {school?.signIn.badges === true && (
        <ButtonLink to="/badge" wide icon={IdCard}>
          {ways('badge')}
        </ButtonLink>
      )}
    </div>
  )
}
