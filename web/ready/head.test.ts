import { expect, test } from 'vitest'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { School } from '#contract/school/config.ts'
import type { Term } from '#contract/school/terms.ts'
import { headOf, inScript } from './head.ts'
import { describeSchool } from './jsonLd.ts'

const school: School = {
  name: 'Lake & <Side>',
  nativeName: '湖畔',
  tagline: 'Learn together',
  nativeTagline: '一起学',
  about: `We teach. ${'A long text in many words. '.repeat(20)}`,
  nativeAbout: '我们教中文。',
  zone: 'America/New_York',
  currency: 'JPY',
  email: '',
  phone: '',
  address: '1 Lake Road',
}
const term: Term = {
  id: '1',
  name: 'Fall',
  nativeName: '秋季',
  startsOn: '2026-09-13',
  endsOn: '2027-01-17',
  weekdays: [7],
  earlyBirdOn: null,
  status: 'active',
  sessionCount: 16,
}
const section: CatalogueSection = {
  id: 'abc',
  name: 'Chess 1',
  nativeName: '象棋一班',
  course: 'Chess',
  courseNativeName: '象棋',
  programmeId: 'p',
  programme: 'Enrichment',
  programmeNativeName: '才艺',
  level: null,
  description: '</script><b>',
  crayon: 'leaf',
  weekday: 7,
  startsAt: '16:05',
  endsAt: '17:00',
  room: '101',
  teachers: ['Eve'],
  teacherNativeNames: [''],
  ageFrom: 6,
  ageTo: null,
  ageDay: '2026-09-13',
  auditCents: null,
  auditDueCents: null,
  trialCents: null,
  trialNeedsApproval: true,
  dayCents: null,
  before: [],
  beforeLevel: null,
  needsPlacement: false,
  tuitionCents: 15_000,
  dueCents: null,
  booksCents: 0,
  capacity: 12,
  placesLeft: 0,
  waiting: 2,
  draw: null,
  state: 'waitlist',
}
const page = {
  title: 'Classes · Lake &amp; &lt;Side&gt;',
  school,
  pictures: [{ id: 'pic', type: 'image/png' as const, width: 30, height: 20, caption: 'A "house"', nativeCaption: '' }],
  catalogue: { term, sections: [section] },
  path: '/classes',
  language: 'en' as const,
  isLanguageAsked: false,
  publicUrl: 'https://school.example',
}

test('the head has one canonical address, a link for each language, and escapes user text', () => {
  const head = headOf(page)
  expect(head).toContain('<title>Classes · Lake &amp; &lt;Side&gt;</title>')
  expect(head).toContain('<link rel="canonical" href="https://school.example/classes">')
  expect(head).toContain('hreflang="zh-Hans" href="https://school.example/classes?lang=zh"')
  expect(head).toContain('content="A &quot;house&quot;"')
  expect(head.match(/<\/script>/g)).toHaveLength(1)
  const description = /name="description" content="([^"]*)"/.exec(head)![1]!
  expect(description.length).toBeLessThanOrEqual(160)
  expect(description).toMatch(/^We teach\..*\w…$/)
})

test('a page whose address names the language is its own canonical page', () => {
  const head = headOf({ ...page, language: 'zh', isLanguageAsked: true })
  expect(head).toContain('<link rel="canonical" href="https://school.example/classes?lang=zh">')
  expect(head).toContain('name="description" content="我们教中文。"')
  // A caption written only in English still describes the picture.
  expect(head).toContain('<meta property="og:image:alt" content="A &quot;house&quot;">')
  expect(headOf({ ...page, path: '/home' })).toContain('<link rel="canonical" href="https://school.example/">')
})

test('structured data has the organization, course, schedule and offer, with prices in the currency’s units', () => {
  expect(describeSchool(page)).toMatchObject({
    '@graph': [
      {
        '@type': 'EducationalOrganization',
        name: 'Lake & <Side>',
        slogan: 'Learn together',
        image: ['https://school.example/files/pictures/pic'],
      },
      {
        '@type': 'Course',
        name: 'Chess',
        alternateName: '象棋',
        hasCourseInstance: [
          {
            courseSchedule: {
              byDay: 'https://schema.org/Sunday',
              startTime: '16:05',
              scheduleTimezone: 'America/New_York',
            },
            offers: { price: '15000', priceCurrency: 'JPY', availability: 'https://schema.org/BackOrder' },
          },
        ],
      },
    ],
  })
  expect(JSON.stringify(describeSchool(page))).not.toContain('"email"')
})

test('a class page has its own facts, its address in each language, and no other course', () => {
  const other = { ...section, id: 'def', name: 'Go', course: 'Go', description: '' }
  const catalogue = { term, sections: [{ ...section, description: 'Openings and endgames.' }, other] }
  const head = headOf({ ...page, title: 'Chess 1', catalogue, section: catalogue.sections[0], path: '/' })
  expect(head).toContain('<link rel="canonical" href="https://school.example/classes?class=abc">')
  expect(head).toContain('hreflang="zh-Hans" href="https://school.example/classes?class=abc&amp;lang=zh"')
  expect(head).toContain('content="Chess · Sunday 4:05 PM–5:00 PM · Eve · ¥15,000. Openings and endgames."')
  expect(head).not.toContain('"Go"')
  const elsewhere = headOf({ ...page, catalogue, section: other, termId: 't2', isLanguageAsked: true })
  expect(elsewhere).toContain('rel="canonical" href="https://school.example/classes?class=def&amp;term=t2&amp;lang=en"')
})

/** The properties that search engines document as required for each schema.org type. */
const required: Record<string, readonly string[]> = {
  EducationalOrganization: ['name', 'url'],
  Course: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
  CourseInstance: ['courseMode', 'courseSchedule', 'startDate', 'endDate'],
  Schedule: ['repeatFrequency', 'byDay', 'startTime', 'endTime', 'scheduleTimezone'],
  Offer: ['category', 'price', 'priceCurrency', 'availability', 'url'],
  Event: ['name', 'startDate', 'location', 'organizer', 'eventStatus'],
  Place: ['name', 'address'],
  Person: ['name'],
}
/** Every object, at any depth, that lacks a required property of its type. */
const lacking = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = value as Record<string, unknown>
  const kind = own['@type']
  const isReference = Object.keys(own).length === 1 && '@id' in own
  const missing =
    typeof kind !== 'string' || isReference
      ? []
      : (required[kind] ?? ['a kind that is checked']).filter(key => own[key] === undefined || own[key] === '')
  return [...missing.map(key => `${String(kind)}.${key}`), ...Object.values(own).flatMap(lacking)]
}

test('structured data has all required properties, even if the school has filled in little', () => {
  const event = {
    id: 'e',
    title: 'Gala',
    nativeTitle: '晚会',
    description: '',
    nativeDescription: '',
    place: '',
    isAllDay: true,
    startsOn: '2027-02-13',
    endsOn: '2027-02-13',
    startTime: null,
    endTime: null,
  }
  const bare = { ...school, address: '', tagline: '', about: '' }
  for (const facts of [page, { ...page, school: bare }])
    expect(
      lacking(describeSchool({ ...facts, events: [event, { ...event, startTime: '17:00', place: 'Hall' }] })),
    ).toEqual([])
})

test('no text can end its script early', () => {
  expect(inScript({ text: '</script>' })).not.toContain('<')
})
