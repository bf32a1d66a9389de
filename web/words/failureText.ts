import { useTranslations } from 'use-intl'
import type { Reason } from '#contract/errors.ts'
import { CallError } from '#web/wire/callError.ts'
import { identityCode } from '#web/session/session.ts'

/** Puts any failure into the person's words: a call's reason or code, or the identity client's code. */
export const useFailureText = (): ((error: unknown) => string) => {
  // Beyond the base it says only what others have brought: refusals come before the first of them shows, `auth` with the
  // sign-in.
  const t = useTranslations()
  return error => {
    const code = identityCode(error)
    if (code !== null) {
      const known: string = `auth.${code}`
      return t.has(known as 'auth.unknown') ? t(known as 'auth.unknown') : t('failure.unknown')
    }
    if (!(error instanceof CallError)) return t('failure.unknown')
    if (error.reason !== null && t.has(`reason.${error.reason satisfies Reason}`)) return t(`reason.${error.reason}`)
    if (!error.answered) return t(error.code === 'deadline-exceeded' ? 'failure.timeout' : 'failure.offline')
    switch (error.code) {
      case 'unauthenticated':
        return t('failure.signIn')
      case 'permission-denied':
        return t('failure.denied')
      case 'not-found':
        return t('failure.notFound')
      case 'aborted':
      case 'already-exists':
        return t('failure.conflict')
      case 'resource-exhausted':
        return t('failure.busy')
      case 'invalid-argument':
        return t('failure.invalid')
      case 'deadline-exceeded':
        return t('failure.timeout')
      case 'unavailable':
        return t('failure.offline')
      default:
        return error.reference !== null && t.has('reference.code')
          ? `${t('failure.unknown')} ${t('reference.code', { code: error.reference })}`
          : t('failure.unknown')
    }
  }
}

/** Puts the message of one field of a refused input into words, by the field's path. */
export const useFieldText = (): ((error: unknown, path: string) => string | undefined) => {
  const t = useTranslations()
  return (error, path) => {
    const found = error instanceof CallError ? error.fields.find(field => field.path === path) : undefined
    if (!found) return undefined
    if (found.bounds && t.has('bounds.between')) return t('bounds.between', found.bounds)
    const rare = `rareField.${found.message as 'extension'}` as const
    if (t.has(rare)) return t(rare)
    return t(t.has(`field.${found.message as 'other'}`) ? `field.${found.message as 'other'}` : 'field.other')
  }
}
