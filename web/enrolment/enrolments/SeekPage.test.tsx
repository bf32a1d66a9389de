// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import type { SessionUser } from '#web/session/session.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as claiming } from '#web/enrolment/claims/claiming.en.ts'
import { messages as registration } from './registration.en.ts'
import type { Offer } from './claim.ts'
import { SeekPage } from './SeekPage.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const user = { email: 'ana@home.example' } as SessionUser
const shown = async (mailsLeave: boolean, waiting: Offer['waiting']): Promise<string> => {
  speak('en', { ...base, ...registration, ...claiming })
  const place = document.body.appendChild(document.createElement('div'))
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/registration', load, density: 'family', frame: 'public' }
  const router = createRouter(() => route, load, fixedBar('/registration'))
  await router.begin()
  const facts = {
    mailsLeave,
    isDemo: false,
    features: [],
    languages: ['en'],
    school: null,
    now: '2026-09-13T12:00:00Z',
  }
  await act(async () => takeSchool(facts as Partial<SchoolFacts> as SchoolFacts))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <SeekPage user={user} offer={{ people: [], maySeek: true, waiting, refusal: null }} />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  return place.textContent
}
const asked = { status: 'asked', createdAt: '2026-09-13T12:00:00Z', expiresAt: null, triesLeft: 0 } as const

test('a school that sends no email offers no code, and promises no email', async () => {
  expect(await shown(true, null)).toContain('Send a code')
  expect(await shown(true, asked)).toContain('We’ll write to ana@home.example.')
  const kept = [await shown(false, null), await shown(false, asked)].join(' ')
  expect(kept).toContain('You’ll see the answer here.')
  expect(kept).not.toMatch(/code|write to|email/)
})
