import type { CatalogueSection, PlaceState } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import type { Picture, School } from '#contract/school/config.ts'
import type { Term } from '#contract/school/terms.ts'
import { currencyDigits } from '#web/words/format.ts'
import { tagOf } from '#rules/inLanguage.ts'
import { textIn } from '#rules/inLanguage.ts'
import type { Language } from '#web/words/languages.ts'
import { inOrder } from '#web/words/Name.tsx'
import { mottoOf } from '#web/wire/school.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const availability: Record<PlaceState, string> = {
  open: 'InStock',
  few: 'LimitedAvailability',
  approval: 'LimitedAvailability',
  draw: 'PreOrder',
  waitlist: 'BackOrder',
  closed: 'SoldOut',
}

export type PublicEvent = Output<'events-public'>[number]
type Facts = {
  school: School
  pictures: readonly Picture[]
  catalogue: { term: Term | null; sections: readonly CatalogueSection[] }
  events?: readonly PublicEvent[]
  publicUrl: string
  language: Language
}

/** Leaves out empty values, which a search engine would take as facts. */
const filled = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== '' && member !== undefined))

/** The school and its classes as schema.org data: an organization, its courses, and their offers. */
export const describeSchool = ({
  school,
  pictures,
  catalogue: { term, sections },
  events = [],
  publicUrl,
  language,
}: Facts): object => {
  const id = `${publicUrl}/#school`
  const priceOf = (minor: number) =>
    (minor / 10 ** currencyDigits(school.currency)).toFixed(currencyDigits(school.currency))
  const place = school.address ? { '@type': 'Place', name: school.name, address: school.address } : undefined
  const organization = filled({
    '@type': 'EducationalOrganization',
    '@id': id,
    name: school.name,
    alternateName: school.nativeName,
    url: `${publicUrl}/`,
    slogan: mottoOf(school, language)[0],
    description: textIn(language, school.about, school.nativeAbout),
    image: pictures.length > 0 ? pictures.map(({ id: file }) => `${publicUrl}/files/pictures/${file}`) : undefined,
    email: school.email,
    telephone: school.phone,
    address: school.address,
  })
  const offer = (section: CatalogueSection) => ({
    '@type': 'Offer',
    category: section.tuitionCents === 0 ? 'Free' : 'Paid',
    price: priceOf(section.dueCents ?? section.tuitionCents),
    priceCurrency: school.currency,
    availability: `https://schema.org/${availability[section.state]}`,
    url: `${publicUrl}/classes?class=${section.id}`,
  })
  const instance = (section: CatalogueSection, { startsOn, endsOn }: Term) =>
    filled({
      '@type': 'CourseInstance',
      name: inOrder(language, section).first,
      courseMode: 'Onsite',
      startDate: startsOn,
      endDate: endsOn,
      location: place,
      instructor: section.teachers.length ? section.teachers.map(name => ({ '@type': 'Person', name })) : undefined,
      maximumAttendeeCapacity: section.capacity,
      remainingAttendeeCapacity: section.placesLeft,
      courseSchedule: {
        '@type': 'Schedule',
        repeatFrequency: 'P1W',
        byDay: `https://schema.org/${days[section.weekday - 1] ?? ''}`,
        startDate: startsOn,
        endDate: endsOn,
        startTime: section.startsAt,
        endTime: section.endsAt,
        scheduleTimezone: school.zone,
      },
      offers: offer(section),
    })
  // Each course appears once, with all its classes of the term.
  const courses = new Map<string, CatalogueSection[]>()
  for (const section of sections) courses.set(section.course, [...(courses.get(section.course) ?? []), section])
  const told = [...courses].map(([name, own]) =>
    filled({
      '@type': 'Course',
      name,
      alternateName: own[0]?.courseNativeName,
      description:
        own[0]?.description ||
        inOrder(language, { name: own[0]?.programme ?? name, nativeName: own[0]?.programmeNativeName ?? '' }).first,
      inLanguage: tagOf(language),
      provider: { '@type': 'EducationalOrganization', '@id': id, name: school.name, url: `${publicUrl}/` },
      // Classes with the same price share one offer.
      offers: [...new Map(own.map(section => [section.tuitionCents, offer(section)])).values()],
      hasCourseInstance: term ? own.map(section => instance(section, term)) : [],
    }),
  )
  const happening = events.map(event =>
    filled({
      '@type': 'Event',
      name: inOrder(language, { name: event.title, nativeName: event.nativeTitle }).first,
      description: textIn(language, event.description, event.nativeDescription),
      startDate: event.startTime === null ? event.startsOn : `${event.startsOn}T${event.startTime}`,
      endDate: event.endTime === null ? event.endsOn : `${event.endsOn}T${event.endTime}`,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: filled({ '@type': 'Place', name: event.place || school.name, address: school.address || school.name }),
      organizer: { '@type': 'EducationalOrganization', '@id': id, name: school.name, url: `${publicUrl}/` },
    }),
  )
  return { '@context': 'https://schema.org', '@graph': [organization, ...told, ...happening] }
}
