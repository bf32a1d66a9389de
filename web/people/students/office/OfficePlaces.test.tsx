// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { messages as leavings } from '#web/enrolment/leavings/leavings.en.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as office } from '#web/words/office.en.ts'
import { messages as people } from '#web/words/people.en.ts'
import { messages as record } from '#web/words/record.en.ts'
import { OfficePlaces } from './OfficePlaces.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  speak('en', { ...base, ...office, ...people, ...record, ...leavings } as Partial<Messages>)
  const facts = { features: [], languages: ['en'], school: null, now: '2026-09-13T14:00:00Z' }
  takeSchool(facts as Partial<SchoolFacts> as SchoolFacts)
})
afterAll(() => vi.unstubAllGlobals())

test('an application leads to the list of applications, which shows what approving charges', async () => {
  await keepAnswer('users-me', {}, { roles: ['admin'], area: 'all' } as Partial<
    Output<'users-me'>
  > as Output<'users-me'>)
  const section = {
    enrolmentId: 'e',
    sectionId: 's',
    name: 'Grade 2',
    nativeName: '',
    term: 'Fall',
    termNativeName: '',
    status: 'approval',
    type: 'regular',
    weekday: 7,
    startsAt: '14:00',
    endsAt: '15:00',
    room: '',
    teachers: [],
    waitingPosition: null,
  }
  const student = { id: 'x', name: 'Mia Wang', nativeName: '', isArchived: false, sections: [section] }
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/adminstudent', load, density: 'admin', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/adminstudent'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const nothing = () => undefined
  await act(async () =>
    root.render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <OfficePlaces
            student={student as unknown as Output<'students-get'>}
            onLeave={nothing}
            onTransfer={nothing}
            onRetype={nothing}
          />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Add to a class'])
  const link = place.querySelector('a')!
  expect(link.textContent).toBe('Applications')
  expect(decodeURIComponent(link.getAttribute('href')!)).toMatch(/^\/adminapplication\?search=Mia[ +]Wang$/)
  await act(async () => root.unmount())
})
