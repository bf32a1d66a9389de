// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as family } from '#web/words/family.en.ts'
import { messages as record } from '#web/words/record.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { Attendance } from './Attendance.tsx'

const lesson = {
  meetingId: 'm',
  section: 'Piano',
  nativeName: '',
  crayon: 'leaf',
  onDay: '2026-11-30',
  endsAt: '08:00',
}
const shownAt = (time: string): string => {
  const meeting = { ...lesson, status: 'scheduled', code: null } as Partial<ChildMeeting> as ChildMeeting
  return renderToString(
    <LanguageProvider>
      <Attendance meetings={[meeting]} now={{ day: lesson.onDay, time }} isOver={false} />
    </LanguageProvider>,
  )
}

test('a lesson counts among those without attendance as soon as it is over', () => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  expect(shownAt('07:59')).toContain('Attendance appears after the first lesson.')
  expect(shownAt('08:00')).toContain('Not marked')
})
