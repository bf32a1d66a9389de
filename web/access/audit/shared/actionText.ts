import { useTranslations } from 'use-intl'
import type { Messages } from '#web/words/bundles.ts'

/** Puts the function of an entry in the record of changes into words: its own, or the part of the school and what was done. */
export const useActionText = (): ((action: string) => string) => {
  const whole = useTranslations('adminConfig.audit.action')
  const parts = useTranslations('schoolRules.roles.groups')
  const deeds = useTranslations('deeds')
  return action => {
    if (whole.has(action as 'terms-create')) return whole(action as 'terms-create')
    const [part = '', deed = ''] = action.split('-', 2)
    if (!parts.has(part as 'config') || !deeds.has(deed as keyof Messages['deeds'])) return action
    return `${parts(part as 'config')}: ${deeds(deed as keyof Messages['deeds'])}`
  }
}
