import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { inOrder, type TwoNames } from '#web/words/Name.tsx'
import type { Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Places = Pick<CatalogueSection, 'state' | 'placesLeft' | 'waiting'>
type Ages = Pick<CatalogueSection, 'ageFrom' | 'ageTo'>

/** True if a seat of the class can be taken now, even if it needs the school's approval. */
export const hasPlaces = ({ state, placesLeft }: Pick<CatalogueSection, 'state' | 'placesLeft'>): boolean =>
  placesLeft > 0 && (state === 'open' || state === 'few' || state === 'approval')

/** The texts of a class for families: name, time, ages, fee and free seats. */
export const useClassText = () => {
  const t = useTranslations('classText')
  const language = useLocale()
  const format = useFormat()
  return useMemo(() => {
    const plain = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ')
    const hours = ({ startsAt, endsAt }: Pick<CatalogueSection, 'startsAt' | 'endsAt'>) => {
      const [from, to] = [plain(format.time(startsAt)), plain(format.time(endsAt))]
      // "2:00 PM – 3:50 PM" would repeat the half of the day.
      const half = / ([AP]M)$/.exec(from)?.[1]
      return half && to.endsWith(half) ? `${from.slice(0, -3)}–${to}` : `${from}–${to}`
    }
    return {
      names: (named: TwoNames) => inOrder(language, named),
      programme: (section: Pick<CatalogueSection, 'programme' | 'programmeNativeName'>) =>
        inOrder(language, { name: section.programme, nativeName: section.programmeNativeName }).first,
      hours,
      when: (section: Pick<CatalogueSection, 'weekday' | 'startsAt' | 'endsAt'>) =>
        t('when', { weekday: format.weekday(section.weekday), hours: hours(section) }),
      ages: ({ ageFrom, ageTo }: Ages) =>
        ageFrom === null && ageTo === null
          ? t('agesAll')
          : ageTo === null
            ? t('agesFrom', { from: String(ageFrom) })
            : ageFrom === null
              ? t('agesTo', { to: String(ageTo) })
              : ageFrom === ageTo
                ? t('agesOne', { age: String(ageFrom) })
                : t('agesBetween', { from: String(ageFrom), to: String(ageTo) }),
      /** The tuition for a child who joins today. */
      price: ({ tuitionCents, dueCents }: Pick<CatalogueSection, 'tuitionCents' | 'dueCents'>) =>
        tuitionCents === 0 ? t('free') : format.money(dueCents ?? tuitionCents),
      places: ({ state, placesLeft, waiting }: Places): { tone: Tone; text: string } => {
        switch (state) {
          case 'open':
            return { tone: 'good', text: t('open', { n: placesLeft }) }
          case 'few':
            return { tone: 'warn', text: t('few', { n: placesLeft }) }
          case 'approval':
            return { tone: 'info', text: t('approval', { n: placesLeft }) }
          case 'draw':
            return { tone: 'event', text: t('draw') }
          case 'waitlist':
            return { tone: 'warn', text: t('waitlist', { n: waiting }) }
          case 'closed':
            return { tone: 'neutral', text: t('closed') }
        }
      },
    }
  }, [t, language, format])
}
