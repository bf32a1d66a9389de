// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TermPlan } from '#contract/school/terms.ts'
import type { Roll } from '#contract/teaching/absences.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import { messages as chineseBase } from '#web/words/base.zh.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { messages as chineseRecord } from '#web/words/record.zh.ts'
import { RollSheet } from './RollSheet.tsx'
import { messages as rollTexts } from './roll.en.ts'
import { messages as chineseRollTexts } from './roll.zh.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const termId = '00000000-0000-4000-8000-000000000001'
const date = (onDay: string, more: Partial<TermPlan['sessionDates'][number]> = {}) => ({
  id: onDay,
  onDay,
  status: 'scheduled',
  isExtra: false,
  isMakeUpOnly: false,
  ...more,
})
const mark = (name: string, code: Roll['marks'][number]['code'], ownCodeId: string | null = null) => ({
  enrolmentId: name,
  studentId: name,
  name,
  nativeName: '',
  code,
  ownCodeId,
  note: '',
  allergies: '',
  barred: [],
})
const trip = { id: 'trip', code: 'excused', name: 'School trip', nativeName: '校外活动', isArchived: true }

const online = { id: 'online', code: 'present', name: 'Online', nativeName: '', isArchived: false }

/** The cells of the sheet of a lesson, line by line. */
const sheet = async (onDay: string): Promise<string[][]> => {
  const sessionDates = [
    date('2026-11-08'),
    date('2026-11-15', { status: 'made-up' }),
    date('2026-11-21', { isExtra: true, isMakeUpOnly: true }),
    date('2026-11-22'),
    date('2026-11-29', { isExtra: true, isMakeUpOnly: true }),
  ]
  await keepAnswer('terms-get', { id: termId }, { name: 'Fall', nativeName: '', sessionDates } as unknown as TermPlan)
  const marks = [
    mark('Ann', 'present'),
    mark('Bo', 'excused'),
    mark('Cy', 'excused', trip.id),
    mark('Di', 'present', online.id),
    mark('Ed', null),
  ]
  const times = { onDay, startsAt: '14:00', endsAt: '15:00' }
  const roll = {
    termId,
    section: 'G1',
    nativeName: '',
    room: '',
    ...times,
    marks,
    ownCodes: [trip, online],
  } as unknown as Roll
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <RollSheet roll={roll} />
      </LanguageProvider>,
    ),
  )
  return [...place.querySelectorAll('tr')].map(line => [...line.children].map(({ textContent }) => textContent))
}

test('a mark with the school’s own code is printed by its name, as on the screen', async () => {
  speak('en', { ...base, ...record, ...rollTexts } as Partial<Messages>)
  expect(await sheet('2026-11-22')).toEqual([
    ['Student', '11/8', '11/22'],
    ['Ann', '', '✓'],
    ['Bo', '', 'Excused'],
    ['Cy', '', 'School trip'],
    ['Di', '', 'Online'],
    ['Ed', '', ''],
  ])
  speak('zh', { ...chineseBase, ...chineseRecord, ...chineseRollTexts } as Partial<Messages>)
  expect((await sheet('2026-11-22'))[3]).toEqual(['Cy', '', '校外活动'])
})

test('days on which only other classes make up a lesson have no column, and the lesson’s own day always has one', async () => {
  speak('en', { ...base, ...record, ...rollTexts } as Partial<Messages>)
  expect((await sheet('2026-11-22'))[0]).toEqual(['Student', '11/8', '11/22'])
  expect((await sheet('2026-11-29'))[0]).toEqual(['Student', '11/8', '11/22', '11/29'])
})
