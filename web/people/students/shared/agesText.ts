import { useTranslations } from 'use-intl'

type Ages = { ageFrom: number | null; ageTo: number | null }

/** Returns a function that says which ages a class is for; null if it is for all ages. */
export const useAgesText = () => {
  const t = useTranslations('ages')
  return ({ ageFrom, ageTo }: Ages): string | null => {
    if (ageFrom !== null && ageTo !== null) return t('between', { from: String(ageFrom), to: String(ageTo) })
    if (ageFrom !== null) return t('from', { from: String(ageFrom) })
    return ageTo === null ? null : t('to', { to: String(ageTo) })
  }
}
