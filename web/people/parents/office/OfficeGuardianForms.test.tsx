// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Care, Household } from '#contract/people/parents.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as office } from '#web/words/office.en.ts'
import { messages as people } from '#web/words/people.en.ts'
import { messages as record } from '#web/words/record.en.ts'
import { OfficeChangeGuardian } from './OfficeGuardianForms.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const householdId = '00000000-0000-4000-8000-000000000001'
const care = (mayPickUp: boolean): Care[] => [
  {
    guardianId: 'g',
    studentId: 's',
    student: 'Mia Wang',
    nativeName: '',
    relationship: 'father',
    hasDataAccess: true,
    mayPickUp,
  } as Partial<Care> as Care,
]
const guardianOf = (contactOrder: number) =>
  ({ id: 'g', name: 'Ben Wang', nativeName: '', email: '', phone: '', otherPhones: '', contactOrder }) as Partial<
    Household['guardians'][number]
  > as Household['guardians'][number]

test('the form of a guardian follows what someone else changes while it is open', async () => {
  speak('en', { ...base, ...office, ...people, ...record } as Partial<Messages>)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = async (mayPickUp: boolean, contactOrder: number) => {
    await keepAnswer('parents-care', { householdId }, care(mayPickUp))
    await act(async () =>
      root.render(
        <LanguageProvider>
          <OfficeChangeGuardian
            householdId={householdId}
            guardian={guardianOf(contactOrder)}
            onClose={() => undefined}
          />
        </LanguageProvider>,
      ),
    )
    const fields = [...place.querySelectorAll('input')]
    return {
      checked: fields.filter(({ type }) => type === 'checkbox').map(({ checked }) => checked),
      order: fields.find(({ inputMode }) => inputMode === 'numeric')?.value,
    }
  }
  expect(await show(true, 1)).toEqual({ checked: [true, true], order: '1' })
  expect(await show(false, 2)).toEqual({ checked: [true, false], order: '2' })
  await act(async () => root.unmount())
})

test('a block from pick-up set by someone else stays when another field of the child is changed, and a change of the same field is told', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = async (standing: Partial<Care>) => {
    await keepAnswer('parents-care', { householdId }, [{ ...care(true)[0]!, ...standing }])
    await act(async () =>
      root.render(
        <LanguageProvider>
          <OfficeChangeGuardian householdId={householdId} guardian={guardianOf(1)} onClose={() => undefined} />
        </LanguageProvider>,
      ),
    )
  }
  await show({})
  const relationship = place.querySelector<HTMLSelectElement>('section select')!
  await act(async () => {
    relationship.value = 'mother'
    relationship.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await show({ mayPickUp: false })
  expect(relationship.value).toBe('mother')
  const boxes = [...place.querySelectorAll<HTMLInputElement>('section input[type=checkbox]')]
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
  expect(place.querySelector('[role=alert]')).toBeNull()
  await show({ mayPickUp: false, relationship: 'grandparent' })
  expect(relationship.value).toBe('mother')
  expect(place.querySelector('[role=alert]')?.textContent).toBe('Someone else changed this.Relationship')
  await act(async () => root.unmount())
})
