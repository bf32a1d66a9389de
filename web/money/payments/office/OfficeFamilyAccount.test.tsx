// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as office } from '#web/words/office.en.ts'
import { messages as payments } from '../payments.en.ts'
import { OfficeFamilyAccount } from './OfficeFamilyAccount.tsx'

type Ledger = Output<'payments-ledger'>[number]

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // happy-dom has no popovers.
  HTMLElement.prototype.hidePopover = () => undefined
})
afterAll(() => vi.unstubAllGlobals())

const householdId = '00000000-0000-4000-8000-000000000001'
const paid = {
  id: 'p',
  at: '2026-09-13T14:00:00Z',
  onDay: '2026-09-13',
  kind: 'payment',
  method: 'cheque',
  receiptNumber: 'R-1',
  amountCents: -28_500,
  balanceCents: 0,
  status: 'succeeded',
  openCents: 0,
}
const ledgerOf = (entries: object[], owedCents: number): Ledger =>
  ({
    householdId,
    household: 'Ann Wang',
    householdNativeName: '',
    entries,
    invoices: [],
    open: [],
    refunds: [],
    balanceCents: owedCents,
    owedCents,
    creditCents: 0,
    returningCents: 0,
  }) as Partial<Record<keyof Ledger, unknown>> as Ledger

test('a correction that someone else has made meanwhile is no longer offered with a false outcome', async () => {
  speak('en', { ...base, ...office, ...payments } as Partial<Messages>)
  const me = { id: 'i', name: 'Ida', roles: ['admin'], area: 'all' }
  await keepAnswer('users-me', {}, me as Partial<Output<'users-me'>> as Output<'users-me'>)
  await keepAnswer('payments-ledger', { householdId }, [ledgerOf([paid], 0)])
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/adminpayment', load, density: 'admin', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/adminpayment'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  const nothing = () => undefined
  const root = createRoot(place)
  const show = () =>
    act(async () =>
      root.render(
        <LanguageProvider>
          <RouterProvider router={router}>
            <OfficeFamilyAccount householdId={householdId} onClose={nothing} onCharge={nothing} onRemind={nothing} />
          </RouterProvider>
        </LanguageProvider>,
      ),
    )
  await show()
  const voiding = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Void'))!
  await act(async () => voiding.click())
  expect(document.body.textContent).toContain('The family will owe $285.00.')
  const voided = [
    { ...paid, kind: 'reversal', amountCents: 28_500 },
    { ...paid, status: 'voided' },
  ]
  await keepAnswer('payments-ledger', { householdId }, [ledgerOf(voided, 28_500)])
  await show()
  expect(document.body.textContent).not.toContain('The family will owe')
  expect(document.body.textContent).toContain('This entry has changed')
})
