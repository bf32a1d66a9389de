// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { DutyCard } from './DutyCard.tsx'
import { messages as duties } from './duties.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

test('a family that has signed up for more than it owes isn’t told so about the points it owes', async () => {
  speak('en', { ...base, ...duties })
  const home = {
    id: 'home',
    name: 'Ann Wang',
    year: { from: '2026-08-01', to: '2027-07-31' },
    reason: null,
    shifts: [],
  }
  await keepAnswer('duties-mine', {}, [{ ...home, due: 4, worked: 2, planned: 3, missed: 0, owed: 2 }])
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <DutyCard householdId="home" />
      </LanguageProvider>,
    ),
  )
  expect(place.textContent).toContain('2 points to goSigned up for 2 of them.')
})
