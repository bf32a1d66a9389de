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
  sectionId: 'piano',
  section: 'Piano',
  nativeName: '',
  crayon: 'leaf',
  onDay: '2026-11-30',
  startsAt: '07:00',
  endsAt: '08:00',
}
const meeting = (differing: Partial<ChildMeeting>): ChildMeeting =>
  ({ ...lesson, status: 'scheduled', code: null, ownCode: null, ...differing }) as Partial<ChildMeeting> as ChildMeeting
const shown = (meetings: ChildMeeting[], time: string): string =>
  renderToString(
    <LanguageProvider>
      <Attendance meetings={meetings} now={{ day: lesson.onDay, time }} isOver={false} />
    </LanguageProvider>,
  )
const shownAt = (time: string): string => shown([meeting({})], time)

test('a lesson counts among those without attendance as soon as it is over', () => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  expect(shownAt('07:59')).toContain('Attendance appears after the first lesson.')
  expect(shownAt('08:00')).toContain('Not marked')
})

test('classes of the same name in two terms are shown apart, each with its time and first day', () => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  const page = document.createElement('div')
  page.innerHTML = shown(
    [
      meeting({ meetingId: 'older', onDay: '2026-11-15', code: 'present' }),
      meeting({ meetingId: 'old', onDay: '2026-11-22', code: 'present' }),
      meeting({ meetingId: 'new', sectionId: 'next', onDay: '2026-11-29', code: 'present' }),
    ],
    '08:00',
  )
  const lists = [...page.querySelectorAll('ol')]
  expect(lists.map(list => list.children.length)).toEqual([2, 1])
  expect([...page.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Piano7:00 AM, from Sun, Nov 15',
    'Piano7:00 AM, from Sun, Nov 29',
  ])
  const missed = shown(
    [
      meeting({ meetingId: 'early', code: 'absent' }),
      meeting({ meetingId: 'late', sectionId: 'next', startsAt: '07:30', code: 'present' }),
    ],
    '09:00',
  )
  page.innerHTML = missed
  expect(page.querySelector('ul:last-of-type li:last-child')?.textContent).toContain('7:00 AMPiano')
})

test('a mark with the school’s own code is listed even if it counts as present', () => {
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  const page = document.createElement('div')
  page.innerHTML = shown(
    [
      meeting({ meetingId: 'plain', onDay: '2026-11-22', code: 'present' }),
      meeting({ meetingId: 'own', code: 'present', ownCode: { name: 'Online', nativeName: '' } }),
    ],
    '09:00',
  )
  expect([...page.querySelectorAll('ul:last-of-type li')].map(({ textContent }) => textContent)).toEqual([
    'Mon, Nov 30, 7:00 AMPianoOnline',
  ])
})
