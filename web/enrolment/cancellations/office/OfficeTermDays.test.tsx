// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import type { Term, TermPlan } from '#contract/school/terms.ts'
import { messages as cancellations } from '#web/enrolment/cancellations/cancellations.en.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as office } from '#web/words/office.en.ts'
import { OfficeTermDays } from './OfficeTermDays.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => undefined)),
  )
  speak('en', { ...base, ...office, ...cancellations } as Partial<Messages>)
  const school = { zone: 'America/New_York', currency: 'USD' }
  const facts = { features: [], languages: ['en'], school, now: '2026-12-01T14:00:00Z' }
  takeSchool(facts as unknown as SchoolFacts)
})
afterAll(() => vi.unstubAllGlobals())

const term = (name: string, status: Term['status']) => ({ id: name, name, nativeName: '', status }) as Term
const shown = async (...terms: Term[]) => {
  await keepAnswer('users-me', {}, { roles: ['admin'], area: 'all' } as unknown as Output<'users-me'>)
  await keepAnswer('terms-list', {}, terms)
  for (const { id, status } of terms)
    await keepAnswer('terms-get', { id }, { id, status, sessionDates: [] } as Partial<TermPlan> as TermPlan)
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
          <OfficeTermDays />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  const found = [...place.querySelectorAll('h2')].map(({ textContent }) => textContent)
  await act(async () => root.unmount())
  return found
}

test('while two terms run, the days of both can be canceled; else those of the next one, once it takes registrations', async () => {
  expect(await shown(term('Fall 2027', 'draft'), term('Spring', 'active'), term('Fall', 'grading'))).toEqual([
    'School days · Fall',
    'School days · Spring',
  ])
  expect(await shown(term('Spring', 'registration'), term('Fall', 'closed'))).toEqual(['School days · Spring'])
})
