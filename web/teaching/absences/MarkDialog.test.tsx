// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { OwnCode, RollMark } from '#contract/teaching/absences.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { MarkDialog } from './MarkDialog.tsx'
import { messages as roll } from './roll.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const trip: OwnCode = { id: 'trip', code: 'excused', name: 'School trip', nativeName: '', isArchived: false }
const child = {
  enrolmentId: 'e',
  studentId: 's',
  name: 'Ann',
  nativeName: '',
  allergies: '',
  barred: [],
  contacts: [],
  reported: null,
  code: null,
  ownCodeId: null,
  note: '',
  revision: null,
}
/** The marks that a teacher can choose from. */
const offered = async (isGuest: boolean): Promise<string> => {
  speak('en', { ...base, ...record, ...roll } as Partial<Messages>)
  const mark = { ...child, isGuest } as Partial<RollMark> as RollMark
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <MarkDialog meetingId="m" mark={mark} ownCodes={[trip]} onMark={() => undefined} onClose={() => undefined} />
      </LanguageProvider>,
    ),
  )
  return place.querySelector('[role=group]')!.textContent
}

test('a guest is marked with a standard code, since the school’s own codes aren’t kept for guests', async () => {
  expect(await offered(false)).toContain('School trip')
  const forGuest = await offered(true)
  expect(forGuest).toContain('Excused')
  expect(forGuest).not.toContain('School trip')
})

test('the note follows what another teacher saves while the dialog is open', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const noteOf = async (note: string) => {
    const mark = { ...child, code: 'absent', note } as Partial<RollMark> as RollMark
    await act(async () =>
      root.render(
        <LanguageProvider>
          <MarkDialog meetingId="m" mark={mark} ownCodes={[]} onMark={() => undefined} onClose={() => undefined} />
        </LanguageProvider>,
      ),
    )
    return place.querySelector('input')!.value
  }
  expect(await noteOf('')).toBe('')
  expect(await noteOf('Called her mother')).toBe('Called her mother')
  await act(async () => root.unmount())
})
