import { useTranslations } from 'use-intl'
import type { Messages } from '#web/words/bundles.ts'

/**
 * Returns a function that names the function of an audit entry: by its own text, or by the part of the school and the
 * action.
 */
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
