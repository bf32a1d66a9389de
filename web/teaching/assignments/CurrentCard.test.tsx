// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HistoryRow } from '#contract/teaching/assignments.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as assignments } from './assignments.en.ts'
import { DueSoon } from './CurrentCard.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const row = (assignmentId: string): HistoryRow => ({
  assignmentId,
  studentId: 'lea',
  student: 'Lea Lind',
  studentNativeName: '',
  sectionId: 'g1',
  section: 'G1',
  sectionNativeName: '',
  crayon: 'leaf',
  title: 'Six characters',
  nativeTitle: '',
  kind: 'homework',
  due: { day: '2026-12-06', time: '14:00' },
  state: 'due',
  turnedInAt: null,
  isLate: false,
  points: null,
  maxPoints: null,
  hasFeedback: false,
})

const titleFor = async (rows: readonly HistoryRow[]): Promise<string | undefined> => {
  speak('en', { ...base, ...assignments } as Partial<Messages>)
  await keepAnswer('assignments-current', {}, [...rows])
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/dashboard/', load, density: 'family', frame: 'public' }
  const router = createRouter(() => route, load, fixedBar('/dashboard/'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <DueSoon />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  return place.querySelector('h2')?.textContent
}

test('homework to do says how much there is when the home page doesn’t show all of it', async () => {
  expect(await titleFor([row('a'), row('b')])).toBe('Homework to do')
  expect(await titleFor([row('a'), row('b'), row('c')])).toBe('Homework to do (3)')
})
