import type { Letter } from '#server/platform/mail.ts'
import type { FamilyLetter } from './applyQueries.ts'

const words = {
  en: {
    subject: (school: string, term: string) => `A place is kept for you in ${term} · ${school}`,
    opening: (name: string, term: string) => `Dear ${name}, we have kept these places for ${term}:`,
    until: (day: string) =>
      `Please confirm or give up each place on your start page by ${day}. The invoice comes when you confirm; until then nothing is due. A place that is not confirmed by then goes to another child.`,
    link: 'See the places',
  },
  zh: {
    subject: (school: string, term: string) => `${school}：已为您保留${term}的名额`,
    opening: (name: string, term: string) => `${name}，您好！我们已为您的孩子保留${term}的以下名额：`,
    until: (day: string) =>
      `请在${day}之前到首页逐一确认或放弃。确认后才会开出账单，在此之前无需付款。逾期未确认的名额将留给其他孩子。`,
    link: '查看保留的名额',
  },
}

type About = { school: string; nativeSchool: string; term: { name: string; nativeName: string }; holdUntil: string }

/** Tells a guardian, in their language, which places are held for their children and until when. */
export const placesLetter = (to: FamilyLetter, about: About, url: string): Letter => {
  const isZh = to.language.startsWith('zh')
  const say = words[isZh ? 'zh' : 'en']
  const locale = isZh ? 'zh-Hans' : 'en'
  const own = (name: string, nativeName: string): string => (isZh && nativeName !== '' ? nativeName : name)
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const term = own(about.term.name, about.term.nativeName)
  return {
    to: to.email,
    subject: say.subject(own(about.school, about.nativeSchool), term),
    paragraphs: [
      say.opening(own(to.name, to.nativeName), term),
      to.places
        .map(place => {
          const when = weekday.format(new Date(Date.UTC(1970, 0, 4 + place.weekday)))
          const child = own(place.student, place.studentNativeName)
          return `${child} · ${own(place.section, place.nativeName)} · ${when} ${place.startsAt}–${place.endsAt}`
        })
        .join('\n'),
      say.until(day.format(new Date(`${about.holdUntil}T00:00:00Z`))),
    ],
    link: { url, label: say.link },
  }
}
