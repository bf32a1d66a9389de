import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import { messages as office } from '#web/words/office.en.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { OfficeAttendance } from './OfficeAttendance.tsx'

const lesson = { section: 'Piano', nativeName: '', crayon: 'leaf', onDay: '2026-11-29', code: 'excused' }
const shown = (ownCode: ChildMeeting['ownCode']): string =>
  renderToString(
    <LanguageProvider>
      <OfficeAttendance meetings={[{ ...lesson, meetingId: 'm', ownCode } as Partial<ChildMeeting> as ChildMeeting]} />
    </LanguageProvider>,
  )

test('the office sees the school’s own code of a mark, as the family does', () => {
  speak('en', { ...base, ...office } as Partial<Messages>)
  expect(shown(null)).toContain('Excused')
  expect(shown({ name: 'School trip', nativeName: '' })).toContain('School trip')
})
