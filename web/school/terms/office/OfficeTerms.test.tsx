// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Term } from '#contract/school/terms.ts'
import { messages as promotions } from '#web/enrolment/promotions/promotions.en.ts'
import { messages as windows } from '#web/enrolment/windows/windows.en.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as office } from '#web/words/office.en.ts'
import { messages as settings } from '#web/words/settings.en.ts'
import { messages as tables } from '#web/words/tables.en.ts'
import { OfficeTerms } from './OfficeTerms.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const sent = vi.fn(() => new Promise(() => undefined))
beforeAll(() => {
  vi.stubGlobal('fetch', sent)
  speak('en', { ...base, ...office, ...settings, ...promotions, ...windows, ...tables } as Partial<Messages>)
  const school = { zone: 'America/New_York', currency: 'USD' }
  const facts = { features: [], languages: ['en'], school, now: '2026-09-13T14:00:00Z' }
  takeSchool(facts as unknown as SchoolFacts)
})
afterAll(() => vi.unstubAllGlobals())

const show = async () => {
  await keepAnswer('windows-list', {}, [])
  await keepAnswer('classes-list', {}, [])
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/adminclass', load, density: 'admin', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/adminclass'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <OfficeTerms />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  sent.mockClear()
  const press = (name: string) =>
    act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())
  return { place, root, press }
}

test('registration for a term without classes opens only after a question', async () => {
  const term = {
    id: 't',
    name: 'Spring',
    nativeName: '',
    startsOn: '2027-01-10',
    endsOn: '2027-06-06',
    weekdays: [7],
    status: 'draft',
    sessionCount: 16,
  } as Partial<Term> as Term
  await keepAnswer('terms-list', {}, [term])
  const { place, root, press } = await show()
  await press('Open registration')
  expect(place.textContent).toContain('No class is open yet')
  expect(place.textContent).toContain('This term has no classes yet.')
  expect(place.textContent).not.toContain('Open registration with')
  expect(sent).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})

const fall = {
  id: 'f',
  name: 'Fall',
  nativeName: '',
  startsOn: '2026-09-13',
  endsOn: '2027-01-10',
  weekdays: [7],
  status: 'grading',
  sessionCount: 16,
} as Partial<Term> as Term

const keepUnsettled = async (term: Term) => {
  await keepAnswer('terms-list', {}, [term])
  await keepAnswer('terms-get', { id: 'f' }, { ...term, earlyBirdOn: null, sessionDates: [], closures: [] })
  await keepAnswer('terms-unsettled', { id: 'f' }, { applications: 2, visits: 0, offers: 1 })
}

test('a term with unanswered applications or offers closes only after a question', async () => {
  await keepUnsettled(fall)
  const { place, root, press } = await show()
  await press('Close term')
  await vi.waitFor(() => expect(place.textContent).toContain('End Fall with requests still open?'))
  expect(place.textContent).toContain('Not answered yet: 2 applications, 1 offered spot.')
  expect(sent).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})

test('a term that is over is archived without asking again', async () => {
  await keepUnsettled({ ...fall, status: 'closed' })
  const { place, root, press } = await show()
  await press('Archive')
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(expect.stringContaining('terms-'), expect.anything()))
  expect(place.textContent).not.toContain('requests still open?')
  await act(async () => root.unmount())
})
