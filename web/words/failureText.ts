import { useTranslations } from 'use-intl'
import type { Reason } from '#contract/errors.ts'
import { CallError } from '#web/wire/callError.ts'
import { identityCode } from '#web/session/session.ts'

/** A text of a bundle that other parts bring: refusals come before the first of them shows, `auth` with the sign-in. */
const useBrought = () => {
  const t = useTranslations()
  return (key: `reason.${Reason}` | `auth.${string}`): string | null =>
    t.has(key as 'auth.unknown') ? t(key as 'auth.unknown') : null
}

/** Puts any failure into the person's words: a call's reason or code, or the identity client's code. */
export const useFailureText = (): ((error: unknown) => string) => {
  const t = useTranslations('failure')
  const brought = useBrought()
  return error => {
    const code = identityCode(error)
    if (code !== null) return brought(`auth.${code}`) ?? t('unknown')
    if (!(error instanceof CallError)) return t('unknown')
    const reason = error.reason !== null && brought(`reason.${error.reason}`)
    if (reason) return reason
    if (!error.answered) return t(error.code === 'deadline-exceeded' ? 'timeout' : 'offline')
    switch (error.code) {
      case 'unauthenticated':
        return t('signIn')
      case 'permission-denied':
        return t('denied')
      case 'not-found':
        return t('notFound')
      case 'aborted':
      case 'already-exists':
        return t('conflict')
      case 'resource-exhausted':
        return t('busy')
      case 'invalid-argument':
        return t('invalid')
      case 'deadline-exceeded':
        return t('timeout')
      case 'unavailable':
        return t('offline')
      default:
        return t('unknown')
    }
  }
}

/** Puts the message of one field of a refused input into words, by the field's path. */
export const useFieldText = (): ((error: unknown, path: string) => string | undefined) => {
  const t = useTranslations('field')
  return (error, path) => {
    const found = error instanceof CallError ? error.fields.find(field => field.path === path) : undefined
    if (!found) return undefined
    return t.has(found.message as 'other') ? t(found.message as 'other') : t('other')
  }
}
