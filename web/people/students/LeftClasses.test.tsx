// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LeftSection } from '#contract/people/students.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { LeftClasses } from './LeftClasses.tsx'

const shown = (fromDay: string, toDay: string): string => {
  const left = {
    enrolmentId: 'e',
    name: 'Piano',
    nativeName: '',
    crayon: 'leaf',
    term: 'Fall',
    termNativeName: '',
    fromDay,
    toDay,
    meetings: [],
  } as Partial<Record<keyof LeftSection, unknown>> as LeftSection
  return renderToString(
    <LanguageProvider>
      <LeftClasses left={[left]} />
    </LanguageProvider>,
  )
}

test('a class that a student left on the day they joined names that day once', () => {
  speak('en', { ...base, ...record } as Partial<Messages>)
  expect(shown('2026-11-01', '2026-11-30')).toContain('Nov 1, 2026 to Nov 30, 2026')
  expect(shown('2026-11-30', '2026-11-30')).toContain('Nov 30')
  expect(shown('2026-11-30', '2026-11-30')).not.toContain(' to ')
})
