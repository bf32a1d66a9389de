// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { eachField, fieldsIn } from '#contract/studentFields.plain.ts'
import type { Student } from '#contract/people/students.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as record } from '#web/words/record.en.ts'
import { EditMedical } from './EditMedical.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('an allergy that someone else saved meanwhile isn’t replaced without a word', async () => {
  speak('en', { ...base, ...record } as Partial<Messages>)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (allergies: string) =>
    act(async () => {
      const card = { ...eachField(fieldsIn('card'), () => ''), allergies }
      const student = { id: 'm', name: 'Mia', nativeName: '', ...card } as Partial<Student> as Student
      root.render(
        <LanguageProvider>
          <EditMedical student={student} onClose={() => undefined} />
        </LanguageProvider>,
      )
    })
  await show('')
  const field = place.querySelector<HTMLTextAreaElement>('#allergies')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, 'Milk')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await show('Peanuts')
  expect(field.value).toBe('Milk')
  expect([...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)).toEqual([
    'Someone else changed this.Peanuts',
  ])
})
