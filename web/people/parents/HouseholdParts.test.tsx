// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { Household } from '#contract/people/parents.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { Children } from './HouseholdParts.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const shown = async (status: string): Promise<string> => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  const place = document.body.appendChild(document.createElement('div'))
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/parent', load, density: 'family', frame: 'public' }
  const router = createRouter(() => route, load, fixedBar('/parent'))
  await router.begin()
  const sections = [{ id: 'd', name: 'Dance A', nativeName: '', crayon: 1, status }]
  const household = { children: [{ id: 'l', name: 'Leo Wang', nativeName: '', sections }] } as Partial<
    Record<keyof Household, unknown>
  > as Household
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <Children household={household} onAsk={() => undefined} />
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  return place.textContent
}

test('a class that a child isn’t in yet says why', async () => {
  expect(await shown('active')).not.toContain('Dance A (')
  expect(await shown('waiting')).toContain('Dance A (Waitlist)')
  expect(await shown('approval')).toContain('Dance A (Waiting for approval)')
  expect(await shown('offered')).toContain('Dance A (Spot offered)')
  expect(await shown('held')).toContain('Dance A (Spot held)')
})
