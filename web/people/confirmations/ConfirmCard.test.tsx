// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Output } from '#contract/index.ts'
import type { Household } from '#contract/people/parents.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { ConfirmCard } from './ConfirmCard.tsx'
import { messages } from './confirmations.en.ts'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z'), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const shown = (dueOn: string): string => {
  const household = { id: 'h', name: 'Wang', children: [] } as Partial<Record<keyof Household, unknown>> as Household
  const asked = { roundId: 'r', dueOn, confirmedAt: null } as Partial<
    Output<'confirmations-mine'>[number]
  > as Output<'confirmations-mine'>[number]
  return renderToString(
    <LanguageProvider>
      <ConfirmCard household={household} asked={asked} />
    </LanguageProvider>,
  )
}

test('a family isn’t asked to check its information by a day that is past', () => {
  speak('en', { ...base, ...messages })
  expect(shown('2026-11-30')).toContain('by Nov 30')
  expect(shown('2026-11-29')).not.toContain('Nov 29')
})
