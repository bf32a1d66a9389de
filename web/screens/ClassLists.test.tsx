// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Section } from '#contract/enrolment/classes.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { ClassLists } from './ClassLists.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => undefined)),
  )
  speak('en', { ...base, ...family } as Partial<Messages>)
})
afterAll(() => vi.unstubAllGlobals())

test('a teacher’s draft class says which term it is of', async () => {
  const spring = { name: 'Spring', nativeName: '' }
  const of = (id: string, more: Partial<Section>) => ({ id, name: 'G1-A', nativeName: '', ...more }) as Section
  await keepAnswer('classes-list', {}, [
    of('now', { status: 'running', otherTerm: null }),
    of('next', { status: 'draft', otherTerm: spring }),
  ])
  await keepAnswer('classes-roster', { sectionId: 'now' }, [])
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/student', load, density: 'family', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/student'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <Suspense>
            <ClassLists />
          </Suspense>
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  expect([...place.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'G1-A',
    'G1-A (draft) · Spring',
  ])
})
