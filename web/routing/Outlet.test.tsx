// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixedBar } from '#web/routing/addressBar.ts'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { Caught, Outlet } from '#web/routing/Outlet.tsx'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { messages } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

/** Renders a screen in a frame. Returns how to try again. */
const drawn = async (Screen: () => React.ReactNode, Frame: () => React.ReactNode = Outlet) => {
  const route: Route = {
    path: '/parent',
    load: async () => ({ default: Screen }),
    density: 'family',
    frame: 'public',
  }
  const router = createRouter(
    () => route,
    async () => ({ default: Screen }),
    fixedBar('/parent'),
  )
  speak('en', messages)
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>
          <Caught>
            <Frame />
          </Caught>
        </RouterProvider>
      </LanguageProvider>,
    ),
  )
  const tryAgain = () => act(async () => place.querySelector<HTMLElement>('[role=alert] button')!.click())
  return { place, tryAgain }
}

/** Code that fails to load at first and loads the next time. */
const comesLater = () => {
  let isAway = true
  const Part = () => <p>here</p>
  return async () => {
    if (!isAway) return Part
    isAway = false
    throw new Error('away')
  }
}

test.each([
  ['withPage', withPage],
  ['lazily', lazily],
] as const)('a part that fails to load says so on its page, and can be retried (%s)', async (_name, part) => {
  const Part = part(comesLater())
  const { place, tryAgain } = await drawn(() => <Part />)
  expect(place.querySelector('[role=alert]')).not.toBeNull()
  await tryAgain()
  expect(place.textContent).toBe('here')
})

test('a frame that fails shows an error instead of an empty page', async () => {
  const Part = withPage(comesLater())
  const { place, tryAgain } = await drawn(
    () => 'the screen',
    () => (
      <Suspense>
        <Part />
        <Outlet />
      </Suspense>
    ),
  )
  expect(place.querySelector('[role=alert]')).not.toBeNull()
  await tryAgain()
  expect(place.textContent).toBe('herethe screen')
})
