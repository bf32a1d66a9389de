// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as gradeBook } from './gradeBook.en.ts'
import { TeacherGradeBook } from './TeacherGradeBook.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  speak('en', { ...base, ...gradeBook } as Partial<Messages>)
})
afterAll(() => vi.unstubAllGlobals())

test('the grade book opens with the term that is still graded, not with the one that has begun since', async () => {
  const terms = [
    { id: 'spring', name: 'Spring', status: 'active' },
    { id: 'fall', name: 'Fall', status: 'grading' },
  ].map(term => ({ nativeName: '', ...term }))
  const sections = terms.map(term => ({
    id: `${term.id}-g1`,
    termId: term.id,
    name: 'G1',
    nativeName: '',
    otherTerm: term.id === 'spring' ? term : null,
  }))
  await keepAnswer('terms-list', {}, terms as unknown as Output<'terms-list'>)
  await keepAnswer('classes-list', {}, sections as unknown as Output<'classes-list'>)
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/teacherdashboard/', load, density: 'teacher', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/teacherdashboard/?grades=mine'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <Suspense>
            <TeacherGradeBook />
          </Suspense>
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  expect(place.querySelector('select')?.value).toBe('fall-g1')
  // A closed list doesn't show the heading of its group.
  expect([...place.querySelectorAll('option')].map(({ text }) => text)).toEqual(['G1 · Spring', 'G1'])
})
