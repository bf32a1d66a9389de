import { useTranslations } from 'use-intl'

type Ages = { ageFrom: number | null; ageTo: number | null }

/** Which ages a class is for, in words; null where it is for all. */
export const useAgesText = () => {
  const t = useTranslations('ages')
  return ({ ageFrom, ageTo }: Ages): string | null => {
    if (ageFrom !== null && ageTo !== null) return t('between', { from: String(ageFrom), to: String(ageTo) })
    if (ageFrom !== null) return t('from', { from: String(ageFrom) })
    return ageTo === null ? null : t('to', { to: String(ageTo) })
  }
}
