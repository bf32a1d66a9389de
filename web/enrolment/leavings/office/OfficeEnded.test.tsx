// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import type { Withdrawal } from '#contract/enrolment/leavings.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as payments } from '#web/money/payments/payments.en.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as leavings } from '../leavings.en.ts'
import { OfficeEnded } from './OfficeEnded.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const ended = (postedOn: string | null) =>
  ({
    enrolmentId: 'e',
    section: 'Chinese 1B',
    sectionNativeName: '',
    onDay: '2026-11-30',
    postedOn,
    tier: null,
    lines: [{ chargeId: 'c', kind: 'tuition', netCents: 0, backCents: 0, keptCents: 0, why: null }],
    feeCents: 0,
    totalCents: 0,
  }) as Partial<Record<keyof Withdrawal, unknown>> as Withdrawal

test('only withdrawals that aren’t settled are announced as to settle', async () => {
  speak('en', { ...base, ...leavings, ...payments })
  const me = { roles: ['admin'], area: 'all' } as Partial<Record<keyof Output<'users-me'>, unknown>>
  await keepAnswer('users-me', {}, me as Output<'users-me'>)
  const shown = async (studentId: string, ...withdrawals: Withdrawal[]): Promise<string> => {
    await keepAnswer('leavings-ended', { studentId }, withdrawals)
    const place = document.body.appendChild(document.createElement('div'))
    await act(async () =>
      createRoot(place).render(
        <LanguageProvider>
          <OfficeEnded studentId={studentId} />
        </LanguageProvider>,
      ),
    )
    return place.textContent
  }
  const [mia, leo] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  expect(await shown(mia, ended(null))).toContain('Withdrawals to settle')
  const settled = await shown(leo, ended('2026-11-30'))
  expect(settled).toContain('Settled withdrawals')
  expect(settled).not.toContain('Settle each refund here')
})
