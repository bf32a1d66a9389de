import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TermPlan } from '#contract/school/terms.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as open } from '#web/words/public.en.ts'
import { TermStrip } from './TermStrip.tsx'

const plan = (statuses: readonly TermPlan['sessionDates'][number]['status'][]): TermPlan => ({
  id: 'fall',
  name: 'Fall',
  nativeName: '',
  startsOn: '2026-11-01',
  endsOn: '2026-11-30',
  weekdays: [7],
  earlyBirdOn: null,
  status: 'active',
  sessionCount: statuses.length,
  closures: [],
  sessionDates: statuses.map((status, index) => ({
    id: String(index),
    onDay: `2026-11-${String(8 + 7 * index).padStart(2, '0')}`,
    status,
    note: '',
    nativeNote: '',
    isExtra: false,
  })),
})

const nextOn = (statuses: Parameters<typeof plan>[0]): string | undefined => {
  speak('en', { ...base, ...open })
  const drawn = renderToStaticMarkup(
    <LanguageProvider>
      <TermStrip term={plan(statuses)} today="2026-11-15" />
    </LanguageProvider>,
  )
  return /Sunday, (November \d+), 2026, next school day/.exec(drawn)?.[1]
}

test('today stays the next school day after a roll is taken, unless it was canceled', () => {
  expect(nextOn(['held', 'scheduled', 'scheduled'])).toBe('November 15')
  expect(nextOn(['held', 'held', 'scheduled'])).toBe('November 15')
  expect(nextOn(['held', 'cancelled', 'scheduled'])).toBe('November 22')
})
