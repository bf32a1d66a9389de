import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Picture, School } from '#contract/school/config.ts'
import type { Term } from '#contract/school/terms.ts'
import { formatMoney, formatTime, formatWeekday } from '#web/words/format.ts'
import { tagOf, textIn } from '#rules/inLanguage.ts'
import { captionOf } from '#web/school/config/Pictures.tsx'
import { languages, type Language } from '#web/words/languages.ts'
import { inOrder } from '#web/words/Name.tsx'
import { mottoOf } from '#web/wire/school.ts'
import { describeSchool, type PublicEvent } from './jsonLd.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, sign => escapes[sign] ?? sign)

/** JSON that can't end its script element for an HTML parser. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const longest = 160
/** The beginning of a text, cut at a word, at the length that search engines show. */
const beginning = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  return `${cut.replace(/\s+\S*$/, '')}…`
}

type Page = {
  /** Already escaped for the markup. */
  title: string
  school: School
  pictures: readonly Picture[]
  catalogue: { term: Term | null; sections: readonly CatalogueSection[] }
  events?: readonly PublicEvent[]
  /** The class that the address opens, which the page is then about. */
  section?: CatalogueSection | undefined
  /** The term in the address, if it isn't the one open for registration. */
  termId?: string | null
  path: string
  language: Language
  isLanguageAsked: boolean
  publicUrl: string
}

/** A class in one line: name, time, price and description. */
const describeClass = (section: CatalogueSection, { school, language }: Pick<Page, 'school' | 'language'>): string => {
  const course = inOrder(language, { name: section.course, nativeName: section.courseNativeName }).first
  const hours = `${formatTime(language, section.startsAt)}–${formatTime(language, section.endsAt)}`
  const fee = formatMoney(language, section.dueCents ?? section.tuitionCents, school.currency)
  const facts = [course, `${formatWeekday(language, section.weekday)} ${hours}`, ...section.teachers, fee].join(' · ')
  return `${facts}. ${section.description || textIn(language, school.about, school.nativeAbout)}`
}

/** The part of a page for search engines and messengers: title, description, address, languages, picture and facts. */
export const headOf = ({
  title,
  school,
  pictures,
  catalogue,
  events = [],
  section,
  termId = null,
  path,
  language,
  isLanguageAsked,
  publicUrl,
}: Page): string => {
  // `/home` is another name for `/`, and a class has one address wherever it was opened.
  const address = `${publicUrl}${section ? `/classes?class=${section.id}${termId ? `&term=${termId}` : ''}` : path === '/home' ? '/' : path}`
  const inLanguage = (each: Language) => `${address}${section ? '&' : '?'}lang=${each}`
  const canonical = isLanguageAsked ? inLanguage(language) : address
  const description = beginning(
    section
      ? describeClass(section, { school, language })
      : textIn(language, school.about, school.nativeAbout) || mottoOf(school, language)[0] || school.name,
  )
  const told = section
    ? { ...catalogue, sections: catalogue.sections.filter(({ course }) => course === section.course) }
    : catalogue
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escaped(content)}">`
  const link = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}">`
  return [
    `<title>${title}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(canonical)}">`,
    ...languages.map(each => link(tagOf(each), inLanguage(each))),
    link('x-default', address),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', textIn(language, school.name, school.nativeName)),
    `<meta property="og:title" content="${title.replaceAll('"', '&quot;')}">`,
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:locale', language === 'zh' ? 'zh_CN' : 'en_US'),
    ...pictures
      .slice(0, 1)
      .flatMap(picture => [
        meta('property', 'og:image', `${publicUrl}/files/pictures/${picture.id}`),
        meta('property', 'og:image:width', String(picture.width)),
        meta('property', 'og:image:height', String(picture.height)),
        meta('property', 'og:image:alt', captionOf(language, picture)),
        meta('name', 'twitter:card', 'summary_large_image'),
      ]),
    `<script type="application/ld+json">${inScript(describeSchool({ school, pictures, catalogue: told, events: section ? [] : events, publicUrl, language }))}</script>`,
  ].join('\n    ')
}
