import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { PublishedRules } from '#contract/enrolment/windows.ts'
import type { Term } from '#contract/school/terms.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { answerOnly } from '#web/wire/guestRead.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as open } from '#web/words/public.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { ClassDetails } from './ClassDetails.tsx'

const term: Term = {
  id: 'fall',
  name: 'Fall',
  nativeName: '',
  startsOn: '2026-09-13',
  endsOn: '2027-01-17',
  weekdays: [7],
  earlyBirdOn: null,
  status: 'active',
  sessionCount: 16,
}
const section: CatalogueSection = {
  id: 'chess',
  name: 'Chess',
  nativeName: '',
  course: 'Chess',
  courseNativeName: '',
  programmeId: 'p',
  programme: 'Enrichment',
  programmeNativeName: '',
  level: null,
  description: '',
  crayon: 'leaf',
  weekday: 7,
  startsAt: '16:05',
  endsAt: '17:00',
  room: '101',
  teachers: [],
  teacherNativeNames: [],
  ageFrom: null,
  ageTo: null,
  ageDay: '2026-09-13',
  needsPlacement: false,
  before: [],
  beforeLevel: null,
  capacity: 12,
  placesLeft: 0,
  waiting: 2,
  state: 'waitlist',
  draw: null,
  tuitionCents: 20_000,
  dueCents: null,
  booksCents: 0,
  auditCents: null,
  auditDueCents: null,
  trialCents: null,
  trialNeedsApproval: false,
  dayCents: null,
}
const drawn = async (priorities: PublishedRules['priorities']): Promise<string[]> => {
  const screen = async () => ({ default: () => null })
  const route: Route = { path: '/classes', load: screen, density: 'family', frame: 'public' }
  const router = createRouter(() => route, screen, fixedBar('/classes'))
  speak('en', { ...base, ...open })
  await router.begin()
  const ready = { name: 'windows-rules', input: { termId: term.id }, answer: { priorities, offerHours: 48 } } as const
  const { result } = answerOnly([ready], () =>
    renderToString(
      <LanguageProvider>
        <RouterProvider router={router}>
          <ClassDetails section={section} term={term} onClose={() => undefined} />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  return [...result.matchAll(/<span class="block">([^<]*)<\/span>/g)].map(([, text = '']) => text)
}

test('a full class shows who goes first by the school’s rule, or else by who joined first', async () => {
  const offer = 'An open spot is offered to the first on the waitlist, with 48 hours to answer.'
  expect(await drawn(['sibling', 'staff'])).toEqual([
    '1. Siblings of children in the class or its program',
    '2. Families of teachers',
    'Then those who joined the waitlist earlier',
    offer,
  ])
  expect(await drawn([])).toEqual(['Those who joined the waitlist first go first.', offer])
})
