// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Turn } from '#contract/teaching/assignments.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as chineseBase } from '#web/words/base.zh.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as assignments } from './assignments.en.ts'
import { messages as chineseAssignments } from './assignments.zh.ts'
import { Turns } from './Turns.tsx'

const turn: Turn = {
  id: 'a',
  kind: 'turned-in',
  at: '2026-11-30T18:00:00Z',
  by: 'Lea Lind',
  byNativeName: '',
  text: '',
  points: null,
  files: [],
}
const summary = (): string | null => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <LanguageProvider>
      <Turns turns={[turn]} maxPoints={null} />
    </LanguageProvider>,
  )
  return page.querySelector('summary')?.textContent ?? null
}

test('the number of turns is in the parentheses of the language', () => {
  speak('en', { ...base, ...assignments } as Partial<Messages>)
  expect(summary()).toBe('History (1)')
  speak('zh', { ...chineseBase, ...chineseAssignments } as Partial<Messages>)
  expect(summary()).toBe('经过（1）')
})
