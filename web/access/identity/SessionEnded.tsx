import { useTranslations } from 'use-intl'
import { askAgain, keepsNothing, signIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Again } from './useProof.tsx'

const enter = (email: string) => async (password: string) => {
  await signIn(email, password, !keepsNothing())
}

/**
 * A dialog over the page after the sign-in has ended: the person's work stays below it until they have signed in again.
 */
export default function SessionEnded({ email }: { email: string }) {
  const t = useTranslations('signingIn.ended')
  return (
    <Again
      hasPassword
      lead={t('lead')}
      email={email}
      enter={enter(email)}
      isForAnybody
      other={<Button onClick={() => location.assign('/login')}>{t('other')}</Button>}
      onClose={() => askAgain(false)}
    />
  )
}
