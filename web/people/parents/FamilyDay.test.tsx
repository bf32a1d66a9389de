// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Output } from '#contract/index.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as family } from '#web/words/family.en.ts'
import { messages as record } from '#web/words/record.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { FamilyDay } from './FamilyDay.tsx'

type Home = Output<'parents-home'>

const shown = (...meetings: { startsAt: string; endsAt: string; status: string }[]): string => {
  const home = {
    day: '2026-12-06',
    today: '2026-12-05',
    children: [],
    meetings: meetings.map((meeting, index) => ({
      ...meeting,
      meetingId: `m${index}`,
      studentId: 's',
      section: 'G1-A',
      nativeName: '',
      crayon: 1,
      room: '',
      teacher: '',
      teacherNative: '',
      visit: null,
      code: null,
      ownCode: null,
      notice: null,
    })),
  } as Partial<Record<keyof Home, unknown>> as Home
  speak('en', { ...base, ...family, ...record } as Partial<Messages>)
  return renderToString(
    <LanguageProvider>
      <FamilyDay home={home} />
    </LanguageProvider>,
  )
}

test('classes end with the last lesson that is held', () => {
  const early = { startsAt: '14:00', endsAt: '15:50' }
  const late = { startsAt: '16:05', endsAt: '17:00' }
  expect(shown({ ...early, status: 'scheduled' }, { ...late, status: 'scheduled' })).toContain('5:00')
  const half = shown({ ...early, status: 'scheduled' }, { ...late, status: 'cancelled' })
  expect([half.includes('3:50'), half.includes('5:00')]).toEqual([true, false])
  // A canceled lesson after it is still in its place.
  expect(half.indexOf('4:05')).toBeGreaterThan(half.indexOf('Classes end'))
  expect(shown({ ...early, status: 'cancelled' })).not.toContain('Classes end')
})
