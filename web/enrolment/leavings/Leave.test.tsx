// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Withdrawal } from '#contract/enrolment/leavings.ts'
import type { Output } from '#contract/index.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as payments } from '#web/money/payments/payments.en.ts'
import { Leave } from './Leave.tsx'
import { messages as leavings } from './leavings.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const books = {
  chargeId: 'b',
  kind: 'books',
  description: '',
  netCents: 2500,
  backCents: 0,
  keptCents: 2500,
  why: 'books',
}
const shown = async (way: Withdrawal['way'], enrolmentId: string): Promise<string> => {
  speak('en', { ...base, ...payments, ...leavings })
  const withdrawal = {
    section: 'G1',
    sectionNativeName: '',
    student: 'Lea Lind',
    studentNativeName: '',
    onDay: '2026-11-30',
    tier: null,
    next: null,
    isUnconfirmed: false,
    lines: [books],
    feeCents: 0,
    totalCents: 0,
    freeCents: 0,
    coversCents: 0,
    methods: [],
    cards: [],
    way,
  } as Partial<Record<keyof Withdrawal, unknown>> as Withdrawal
  await keepAnswer('users-me', {}, { roles: ['parent'] } as Partial<Output<'users-me'>> as Output<'users-me'>)
  await keepAnswer('leavings-preview', { enrolmentId }, withdrawal)
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <Leave enrolmentId={enrolmentId} isOffice={false} onClose={() => undefined} />
      </LanguageProvider>,
    ),
  )
  return place.textContent
}

test('a spot is released at once, or only after the office has approved', async () => {
  expect(await shown('now', '00000000-0000-4000-8000-000000000001')).toContain('The spot is released right away')
  const asked = await shown('ask', '00000000-0000-4000-8000-000000000002')
  expect(asked).toContain('Once the office approves, the spot is released')
  expect(asked).not.toContain('right away')
})

test('books that aren’t refunded are not said to be handed out', async () => {
  const text = await shown('now', '00000000-0000-4000-8000-000000000003')
  expect(text).toContain('Books, G1: nonrefundable')
  expect(text).not.toContain('handed out')
})
