import type { TermStatus } from '#contract/school/terms.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { FamilyLetter } from './applyQueries.ts'
import { dateText, languageOf, nameIn, textsOf, timeText, weekdayText } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type About = {
  school: string
  nativeSchool: string
  term: { name: string; nativeName: string; status: TermStatus }
  holdUntil: string
  currency: string
}

/**
 * The letter that tells a guardian, in their language, which places are held for their children and until when, or that
 * they were released after that day.
 */
export const placesLetter = (
  to: FamilyLetter,
  about: About,
  url: string,
  { isReleased } = { isReleased: false },
): Letter => {
  const language = languageOf(to.language)
  const t = texts(language)
  const own = (name: string, nativeName: string) => nameIn(language, { name, nativeName })
  const term = own(about.term.name, about.term.nativeName)
  const day = dateText(language, about, about.holdUntil)
  const name = own(to.name, to.nativeName)
  return {
    to: to.email,
    subject: t(isReleased ? 'released.subject' : 'subject', { school: own(about.school, about.nativeSchool), term }),
    paragraphs: [
      isReleased ? t('released.opening', { name, term, day }) : t('opening', { name, term }),
      to.places
        .map(place => {
          const when = weekdayText(language, place.weekday)
          const [begins, ends] = [place.startsAt, place.endsAt].map(time => timeText(language, about, time))
          const child = own(place.student, place.studentNativeName)
          return `${child} · ${own(place.section, place.nativeName)} · ${when} ${begins}–${ends}`
        })
        .join('\n'),
      isReleased ? t('released.next') : t('until', { term: about.term.status, day }),
    ],
    link: { url, label: t(isReleased ? 'released.link' : 'link') },
  }
}
