import { useLocale, useTranslations } from 'use-intl'
import { isPreset, presets } from '#contract/providers.plain.ts'
import type { SchoolFacts } from '#web/wire/school.ts'

export type Offered = SchoolFacts['providers'][number]

/**
 * Returns a function that labels a provider's button: with the school's text, or the standard one for a well-known
 * provider.
 */
export const useProviderLabel = (): ((of: Offered) => string) => {
  const t = useTranslations('signingIn.provider')
  const language = useLocale()
  return ({ id, label, nativeLabel }) =>
    (language === 'zh' && nativeLabel) || label || t('with', { name: isPreset(id) ? presets[id].name : id })
}
