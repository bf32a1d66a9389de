// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Household } from '#contract/people/parents.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { EditAddress, EditContact } from './EditHousehold.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const householdOf = (address: string, phone: string) =>
  ({
    id: 'h',
    address,
    contacts: [{ id: 'c', name: 'Aunt Li', phone, relationship: 'aunt' }],
  }) as Partial<Household> as Household
const close = () => undefined
const address = (household: Household) => <EditAddress household={household} onClose={close} />
const contact = (household: Household) => (
  <EditContact household={household} contact={household.contacts[0]!} onClose={close} />
)

const forms: [string, (household: Household) => ReactNode, string[], string[]][] = [
  ['the address', address, ['1 Elm St'], ['9 Oak St']],
  ['an emergency contact', contact, ['Aunt Li', '555-0101', 'aunt'], ['Aunt Li', '555-0199', 'aunt']],
]
test.each(forms)(
  'the form for %s follows what the other guardian saves while it is open',
  async (_, form, before, after) => {
    speak('en', { ...base, ...family, ...record } as Partial<Messages>)
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const show = async (household: Household) => {
      await act(async () => root.render(<LanguageProvider>{form(household)}</LanguageProvider>))
      return [...place.querySelectorAll('input')].map(({ value }) => value)
    }
    expect(await show(householdOf('1 Elm St', '555-0101'))).toEqual(before)
    expect(await show(householdOf('9 Oak St', '555-0199'))).toEqual(after)
    await act(async () => root.unmount())
    place.remove()
  },
)
