import { useTranslations } from 'use-intl'
import { schoolNow } from '#web/wire/school.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** Says how long it is until an instant, in the largest unit of which there are two, going on by itself. */
export const useTimeLeft = (): ((until: string) => string) => {
  const t = useTranslations('seats.left')
  // Its minute is the beat at which this is written anew.
  useSchoolClock()
  return until => {
    const minutes = Math.ceil((Date.parse(until) - schoolNow().getTime()) / 60_000)
    if (minutes <= 0) return t('over')
    if (minutes < 120) return t('minutes', { n: minutes })
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? t('hours', { n: hours }) : t('days', { n: Math.floor(hours / 24) })
  }
}
