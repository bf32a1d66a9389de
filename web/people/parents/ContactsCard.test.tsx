// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Household } from '#contract/people/parents.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { ContactsCard } from './ContactsCard.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const li = { id: 'c', name: 'Aunt Li', phone: '555-0101', relationship: 'aunt' }
const bo = { id: 'b', name: 'Uncle Bo', phone: '555-0102', relationship: 'uncle' }
const householdOf = (...contacts: object[]) =>
  ({ id: 'h', isWhole: true, contacts }) as Partial<Record<keyof Household, unknown>> as Household

test('the form for a contact stays open with what was typed when another guardian removes the contact', async () => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/parent', load, density: 'family', frame: 'public' }
  const router = createRouter(() => route, load, fixedBar('/parent?edit=contact&of=c'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (household: Household) =>
    act(async () =>
      root.render(
        <LanguageProvider>
          <RouterProvider router={router}>
            <ContactsCard household={household} />
          </RouterProvider>
        </LanguageProvider>,
      ),
    )
  // The form's code is there before it opens.
  await import('./EditHousehold.tsx')
  const phone = () => place.querySelector<HTMLInputElement>('input[type=tel]')
  await show(householdOf(li, bo))
  expect(phone()?.value).toBe('555-0101')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(phone(), '555-0199')
    phone()!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await show(householdOf(bo))
  expect(place.textContent).not.toContain('Aunt Li')
  expect(phone()?.value).toBe('555-0199')
})
