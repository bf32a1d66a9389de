import { useTranslations } from 'use-intl'
import { actionWords } from '#rules/actionWords.ts'
import type { Messages } from '#web/words/bundles.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that names the function of an audit entry. */
export const useActionText = (): ((action: string) => string) => {
  const own = useTranslations('adminConfig.audit.action')
  const parts = useTranslations('schoolRules.roles.groups')
  const deeds = useTranslations('deeds')
  const { labelled } = useFormat()
  const found = {
    own: (key: string) => (own.has(key as 'terms-create') ? own(key as 'terms-create') : undefined),
    part: (key: string) => (parts.has(key as 'config') ? parts(key as 'config') : undefined),
    deed: (key: string) =>
      deeds.has(key as keyof Messages['deeds']) ? deeds(key as keyof Messages['deeds']) : undefined,
  }
  return action => actionWords(action, found, labelled)
}
