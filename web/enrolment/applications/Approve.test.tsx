// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as applications } from './applications.en.ts'
import { Approve } from './Approve.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  speak('en', { ...base, ...applications } as Partial<Messages>)
  const facts = { features: [], languages: ['en'], school: null, now: '2026-09-13T14:00:00Z' }
  takeSchool(facts as Partial<SchoolFacts> as SchoolFacts)
})
afterAll(() => vi.unstubAllGlobals())

test('applications that someone else has decided meanwhile can’t be approved', async () => {
  const ids = ['00000000-0000-4000-8000-000000000001']
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = async (rows: object[]): Promise<string> => {
    const preview = { rows, feesCents: 0, totalCents: rows.length * 7500 }
    await keepAnswer('applications-preview', { ids, promoCode: '' }, preview as Output<'applications-preview'>)
    await act(async () =>
      root.render(
        <LanguageProvider>
          <Approve ids={ids} onDone={() => undefined} onClose={() => undefined} />
        </LanguageProvider>,
      ),
    )
    return place.textContent
  }
  const row = { id: ids[0], student: 'Mia', section: 'Chess', unmet: [], promo: null, priceCents: 7500 }
  expect(await show([row])).toContain('Approve 1 application')
  const gone = await show([])
  expect(gone).toContain('Someone else has decided this application')
  expect(gone).not.toContain('Approve 0')
})
