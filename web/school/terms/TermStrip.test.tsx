import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TermPlan } from '#contract/school/terms.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as baseChinese } from '#web/words/base.zh.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as open } from '#web/words/public.en.ts'
import { messages as openChinese } from '#web/words/public.zh.ts'
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
    isMakeUpOnly: false,
    isAhead: false,
  })),
})

const drawn = (term: TermPlan): string =>
  renderToStaticMarkup(
    <LanguageProvider>
      <TermStrip term={term} today="2026-11-15" />
    </LanguageProvider>,
  )
const nextOn = (statuses: Parameters<typeof plan>[0]): string | undefined => {
  speak('en', { ...base, ...open })
  return /Sunday, (November \d+), 2026, next school day/.exec(drawn(plan(statuses)))?.[1]
}

test('today stays the next school day after a roll is taken, unless it was canceled', () => {
  expect(nextOn(['held', 'scheduled', 'scheduled'])).toBe('November 15')
  expect(nextOn(['held', 'held', 'scheduled'])).toBe('November 15')
  expect(nextOn(['held', 'cancelled', 'scheduled'])).toBe('November 22')
})

test('a day on which only single lessons are made up is no school day', () => {
  speak('en', { ...base, ...open })
  const term = plan(['held', 'scheduled', 'scheduled'])
  const [first, second, last] = term.sessionDates
  const made = { ...second!, isExtra: true, isMakeUpOnly: true }
  const shown = drawn({ ...term, sessionCount: 2, sessionDates: [first!, made, last!] })
  expect(shown).toContain('2 school days')
  expect(shown).not.toContain('November 15')
  expect(shown).toContain('Sunday, November 22, 2026, next school day')
})

test('a no-school day gives its reason in the reader’s language, otherwise the one there is', () => {
  const closures = [
    { id: 'a', onDay: '2026-11-22', reason: 'Thanksgiving', nativeReason: '感恩节' },
    { id: 'b', onDay: '2026-11-29', reason: 'Election', nativeReason: '' },
  ]
  const term = { ...plan(['held']), closures }
  speak('zh', { ...baseChinese, ...openChinese } as Partial<Messages>)
  const chinese = drawn(term)
  expect(chinese).toContain('<dd>感恩节<')
  expect(chinese).toContain('<dd>Election<')
  expect(chinese).not.toContain('Thanksgiving')
  speak('en', { ...base, ...open })
  expect(drawn(term)).toContain('<dd>Thanksgiving<')
})
