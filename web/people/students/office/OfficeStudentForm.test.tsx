// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Student } from '#contract/people/students.ts'
import { eachField, fieldsIn } from '#contract/studentFields.plain.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as people } from '#web/words/people.en.ts'
import { messages as record } from '#web/words/record.en.ts'
import { OfficeStudentForm } from './OfficeStudentForm.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

test('two who change the same field of a student’s record at once learn of it before they save', async () => {
  speak('en', { ...base, ...people, ...record } as Partial<Messages>)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (name: string, school: string) =>
    act(async () => {
      const fields = { ...eachField(fieldsIn('office'), () => ''), name, school }
      root.render(
        <LanguageProvider>
          <OfficeStudentForm student={{ id: 'm', ...fields } as Partial<Student> as Student} onDone={() => undefined} />
        </LanguageProvider>,
      )
    })
  await show('Mia', '')
  const field = place.querySelector<HTMLInputElement>('#name')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Mia Wang')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  // Another field follows the record.
  await show('Mia', 'Lakeside Elementary')
  expect(place.querySelector('[role=alert]')).toBeNull()
  await show('Mia Li', 'Lakeside Elementary')
  expect(field.value).toBe('Mia Wang')
  expect(place.querySelector('[role=alert]')?.textContent).toBe('Someone else changed this.Name')
  await act(async () => root.unmount())
})
