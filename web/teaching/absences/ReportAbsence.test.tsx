// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChildMeeting } from '#contract/people/students.meetings.ts'
import type { Student } from '#contract/people/students.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { messages as refusals } from '#web/words/refusals.en.ts'
import { ReportAbsence } from './ReportAbsence.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const network = async (): Promise<Response> =>
  Response.json(
    { error: { details: { reason: 'ALREADY_REPORTED' }, message: 'Reported.', status: 'FAILED_PRECONDITION' } },
    { status: 400 },
  )
beforeAll(() => vi.stubGlobal('fetch', network))
afterAll(() => vi.unstubAllGlobals())

const mia = '00000000-0000-4000-8000-000000000001'
const lesson = (onDay: string, status: 'filed' | null): ChildMeeting => ({
  meetingId: onDay,
  studentId: mia,
  sectionId: 'chess',
  section: 'Chess',
  nativeName: '',
  crayon: 'leaf',
  room: '',
  teacher: '',
  teacherNative: '',
  onDay,
  startsAt: '16:05',
  endsAt: '17:00',
  status: 'scheduled',
  visit: null,
  code: null,
  ownCode: null,
  notice: status && { id: 'n', reason: 'ill', note: '', status },
})

test('a day already reported, or whose lessons are over, isn’t shown as one without lessons, and choosing another day clears a refusal', async () => {
  speak('en', { ...base, ...record, ...refusals })
  const meetings = [lesson('2020-01-05', null), lesson('2099-01-04', 'filed'), lesson('2099-01-11', null)]
  const student = { id: mia, name: 'Mia', nativeName: '', sections: [], meetings } as Partial<Student> as Student
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <ReportAbsence student={student} onClose={() => undefined} />
      </LanguageProvider>,
    ),
  )
  const status = () => place.querySelector('[role=status] p')?.textContent
  const refusal = () => place.querySelector('[role=alert]')?.textContent ?? ''
  const choose = (day: string) =>
    act(async () => {
      const input = place.querySelector<HTMLInputElement>('#fromDay')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, day)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  expect(status()).toBe('This affects 1 lesson:')
  await choose('2099-01-05')
  expect(status()).toBe('No lessons on these days. Choose others.')
  await choose('2020-01-05')
  expect(status()).toBe('The lessons on these days are over. The teacher records who was there.')
  await choose('2099-01-04')
  expect(status()).toBe('This absence is already reported.')

  await act(async () => place.querySelector<HTMLElement>('input[type=radio]')!.click())
  await act(async () => place.querySelector('form')!.requestSubmit())
  await vi.waitFor(() => act(async () => expect(refusal()).toContain('This absence is already reported.')))
  await choose('2099-01-11')
  expect(refusal()).toBe('')
})

test('classes of the same name are told apart by day and time', async () => {
  speak('en', { ...base, ...record, ...refusals })
  const piano = { name: 'Piano', nativeName: '', term: 'Fall', termNativeName: '', weekday: 7, status: 'active' }
  const sections = [
    { ...piano, sectionId: 'a', startsAt: '14:00' },
    { ...piano, sectionId: 'b', startsAt: '16:05' },
    { ...piano, sectionId: 'c', startsAt: '16:05', name: 'Chess' },
  ].map(each => each as Partial<Student['sections'][number]> as Student['sections'][number])
  const student = { id: mia, name: 'Mia', nativeName: '', sections, meetings: [] } as Partial<Student> as Student
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <ReportAbsence student={student} onClose={() => undefined} />
      </LanguageProvider>,
    ),
  )
  expect([...place.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All classes',
    'Piano, Sunday 2:00 PM',
    'Piano, Sunday 4:05 PM',
    'Chess',
  ])
})
