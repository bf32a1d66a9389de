import { useTranslations } from 'use-intl'
import { schoolNow } from '#web/wire/school.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/**
 * Returns a function that gives the time left until an instant, in minutes, hours or days, and keeps it current; null
 * once the instant has passed.
 */
export const useTimeLeft = (): ((until: string) => string | null) => {
  const t = useTranslations('seats.left')
  // Rerenders with every minute of the clock.
  useSchoolClock()
  return until => {
    const minutes = Math.ceil((Date.parse(until) - schoolNow().getTime()) / 60_000)
    if (minutes <= 0) return null
    if (minutes < 120) return t('minutes', { n: minutes })
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? t('hours', { n: hours }) : t('days', { n: Math.floor(hours / 24) })
  }
}
