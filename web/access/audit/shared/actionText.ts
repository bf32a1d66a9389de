import { useTranslations } from 'use-intl'
import type { Messages } from '#web/words/bundles.ts'
import { useFormat } from '#web/words/useFormat.ts'

/**
 * Returns a function that names the function of an audit entry: by its own text, or by the part of the school and the
 * action.
 */
export const useActionText = (): ((action: string) => string) => {
  const whole = useTranslations('adminConfig.audit.action')
  const parts = useTranslations('schoolRules.roles.groups')
  const deeds = useTranslations('deeds')
  const format = useFormat()
  return action => {
    if (whole.has(action as 'terms-create')) return whole(action as 'terms-create')
    const [part = '', deed = ''] = action.split('-', 2)
    if (!parts.has(part as 'config') || !deeds.has(deed as keyof Messages['deeds'])) return action
    return format.labelled(parts(part as 'config'), deeds(deed as keyof Messages['deeds']))
  }
}
