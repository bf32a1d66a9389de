// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Visit } from '#contract/enrolment/visits.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { MyVisits } from './MyVisits.tsx'
import { messages as visits } from './visits.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const sent = vi.fn(() => new Promise(() => undefined))
beforeAll(() => vi.stubGlobal('fetch', sent))
afterAll(() => vi.unstubAllGlobals())

const visit = (id: string, mayCancel: boolean, status: Visit['status'] = 'approved') =>
  ({
    id,
    kind: 'trial',
    status,
    student: 'Mia Wang',
    studentNativeName: '',
    section: 'Chess',
    nativeName: '',
    room: '',
    onDay: '2026-09-20',
    startsAt: '14:00',
    priceCents: 0,
    isCalledOff: false,
    choosesUntil: null,
    mayCancel,
    mayConvert: false,
  }) as Partial<Visit> as Visit

test('a declined visit says what the school added', async () => {
  speak('en', { ...base, ...visits })
  await keepAnswer('visits-mine', {}, [{ ...visit('declined', false, 'declined'), answer: 'We are away that day.' }])
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <MyVisits />
      </LanguageProvider>,
    ),
  )
  expect(place.querySelector('li')!.textContent).toContain('Declined')
  expect(place.querySelector('li')!.textContent).toContain('The school adds: We are away that day.')
})

test('a visit that has begun is over, also one that the school didn’t answer, and a coming one is canceled only after a question', async () => {
  speak('en', { ...base, ...visits })
  await keepAnswer('visits-mine', {}, [visit('was', false), visit('unanswered', false, 'asked'), visit('comes', true)])
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <MyVisits />
      </LanguageProvider>,
    ),
  )
  const [was, unanswered, comes] = [...place.querySelectorAll('li')]
  expect(was!.textContent).toContain('Over')
  expect(was!.textContent).not.toContain('Expected')
  expect(unanswered!.textContent).toContain('Over')
  expect(unanswered!.textContent).not.toContain('Waiting for the school')
  expect(comes!.textContent).toContain('Expected')
  sent.mockClear()
  await import('./CancelVisit.tsx')
  await act(async () => comes!.querySelector('button')!.click())
  await vi.waitFor(() => expect(document.body.textContent).toContain('Cancel Mia Wang’s visit?'), { timeout: 5000 })
  expect(sent).not.toHaveBeenCalled()
})
