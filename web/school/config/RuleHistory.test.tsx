// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { stackedRules } from '#contract/settings.plain.ts'
import { fixedBar } from '#web/routing/addressBar.ts'
import { createRouter, type Route } from '#web/routing/router.ts'
import { RouterProvider } from '#web/routing/routing.tsx'
import { messages as prices } from '#web/money/prices/officePrices.en.ts'
import { messages as payments } from '#web/money/payments/payments.en.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as settings } from '#web/words/settings.en.ts'
import { OfficeFees } from './OfficeFees.tsx'
import { OfficeRefunds } from './OfficeRefunds.tsx'
import { messages as schoolRules } from './schoolRules.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  speak('en', { ...base, ...prices, ...payments, ...settings, ...schoolRules } as Partial<Messages>)
  const school = { zone: 'UTC', currency: 'USD' }
  takeSchool({
    features: ['promoCodes'],
    languages: ['en'],
    school,
    now: '2026-09-13T14:00:00Z',
  } as unknown as SchoolFacts)
  const me = { id: 'i', name: 'Ida', roles: ['admin'], area: 'all' }
  await keepAnswer('users-me', {}, me as Partial<Output<'users-me'>> as Output<'users-me'>)
  await keepAnswer('terms-list', {}, [])
  await keepAnswer('classes-list', {}, [])
})
afterAll(() => vi.unstubAllGlobals())

/** The sentence of each version, newest first. */
const historyOf = async (kind: 'refunds' | 'pricing', values: object[], page: ReactNode): Promise<string[]> => {
  const versions = values.map((value, index) => ({
    id: String(index),
    at: '2026-09-13T14:00:00Z',
    by: 'Ida',
    byNativeName: '',
    value,
  }))
  await keepAnswer('config-history', { kind }, versions as unknown as Output<'config-history'>)
  const load = async () => ({ default: () => null })
  const route: Route = { path: '/adminconfig', load, density: 'admin', frame: 'person' }
  const router = createRouter(() => route, load, fixedBar('/adminconfig'))
  await router.begin()
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RouterProvider router={router}>{page}</RouterProvider>
      </LanguageProvider>,
    ),
  )
  return [...place.querySelectorAll('ol.text-sm > li')].map(({ lastChild }) => lastChild?.textContent ?? '')
}

test('versions of the refund rule that differ only in the fee for a class change read differently', async () => {
  const refunds = {
    tiers: [],
    processingFeeCents: 0,
    refundsBooks: false,
    byFamilies: 'always',
    transfers: 'unused',
    transferFeeCents: 0,
  }
  await keepAnswer('config-rules', {}, { refunds } as unknown as Output<'config-rules'>)
  const [now, before] = await historyOf('refunds', [{ ...refunds, transferFeeCents: 500 }, refunds], <OfficeRefunds />)
  expect(now).toBe(`${before} · fee for a class change $5.00`)
})

test('versions of the fees show what each setting limits, the order of discounts and the days until an invoice is due', async () => {
  const pricing = {
    registrationFeeCents: 4000,
    siblingPercent: 10,
    siblingProgrammeIds: [],
    staffPercent: 0,
    classesPercent: 0,
    seniorFromAge: null,
    seniorPercent: 20,
    prorations: [],
    prorationBy: 'weeks',
    earlyPercent: 0,
    order: [...stackedRules],
    stacking: 'all',
    dueDays: 30,
  }
  await keepAnswer('config-pricing', {}, pricing as unknown as Output<'config-pricing'>)
  const programmes = [{ id: 'l', name: 'Language', nativeName: '' }]
  await keepAnswer('classes-parts', {}, { programmes } as unknown as Output<'classes-parts'>)
  const changed = {
    ...pricing,
    siblingProgrammeIds: ['l'],
    seniorFromAge: 65,
    order: stackedRules.toReversed(),
    dueDays: 14,
  }
  const [now, before] = await historyOf('pricing', [changed, pricing], <OfficeFees />)
  expect(before).toBe('Registration fee $40.00 · Siblings 10% · Seniors 20% · Days until an invoice is due: 30')
  expect(now).toContain('Siblings 10% (Language) · Seniors 20% (65+) · Order: ')
  expect(now).toContain('Days until an invoice is due: 14')
})
