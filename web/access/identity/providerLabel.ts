import { useLocale, useTranslations } from 'use-intl'
import { isPreset, presets } from '#contract/providers.plain.ts'
import type { SchoolFacts } from '#web/wire/school.ts'

export type Offered = SchoolFacts['providers'][number]

/** The words on a provider's button: the school's, or those for a provider that everybody knows. */
export const useProviderLabel = (): ((of: Offered) => string) => {
  const t = useTranslations('signingIn.provider')
  const language = useLocale()
  return ({ id, label, nativeLabel }) =>
    (language === 'zh' && nativeLabel) || label || t('with', { name: isPreset(id) ? presets[id].name : id })
}
