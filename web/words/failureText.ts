import { useTranslations } from 'use-intl'
import type { Code } from '#contract/errors.ts'
import type { Messages } from '#web/words/bundles.ts'
import { CallError } from '#web/wire/callError.ts'
import { identityCode } from '#web/session/session.ts'
import { reasonText } from '#web/words/language.tsx'

/** The message for a refusal that gave no reason of its own. */
const kinds: Partial<Record<Code, Exclude<keyof Messages['failure'], 'unknown'>>> = {
  unauthenticated: 'signIn',
  'permission-denied': 'denied',
  'not-found': 'notFound',
  aborted: 'conflict',
  'already-exists': 'conflict',
  'resource-exhausted': 'busy',
  'invalid-argument': 'invalid',
  'deadline-exceeded': 'timeout',
  unavailable: 'offline',
}

/**
 * Returns a function that describes any failure in the person's language: a call's reason or code, or the identity
 * client's code.
 */
export const useFailureText = (): ((error: unknown) => string) => {
  // Beyond the base texts it uses only what others have loaded: refusals load before the first of them shows, `auth`
  // with the sign-in.
  const t = useTranslations()
  return error => {
    const code = identityCode(error)
    if (code !== null) {
      const known: string = `auth.${code}`
      return t.has(known as 'auth.unknown') ? t(known as 'auth.unknown') : t('failure.unknown')
    }
    if (!(error instanceof CallError)) return t('failure.unknown')
    // Not by `t`: the texts of refusals load after the component that made the call was rendered.
    const reason = reasonText(error.reason)
    if (reason) return reason
    if (!error.answered) return t(error.code === 'deadline-exceeded' ? 'failure.timeout' : 'failure.offline')
    const kind = kinds[error.code]
    if (kind) return t(`failure.${kind}`)
    return error.reference !== null && t.has('reference.code')
      ? `${t('failure.unknown')} ${t('reference.code', { code: error.reference })}`
      : t('failure.unknown')
  }
}

/** Returns a function that gives the message for one field of a refused input, by the field's path. */
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
