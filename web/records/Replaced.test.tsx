// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Section } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { messages as rules } from '#web/enrolment/classes/classRules.en.ts'
import { OfficeClassForm } from '#web/enrolment/classes/office/OfficeClassForm.tsx'
import { messages as classes } from '#web/enrolment/classes/officeClasses.en.ts'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as settings } from '#web/words/settings.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  speak('en', { ...base, ...classes, ...rules, ...settings } as Partial<Messages>)
  const school = { zone: 'America/New_York', currency: 'USD' }
  const facts = { features: [], languages: ['en'], school, now: '2026-09-13T14:00:00Z' }
  takeSchool(facts as unknown as SchoolFacts)
})
afterAll(() => vi.unstubAllGlobals())

test('what someone else saves of a class while its form is open isn’t replaced without a word', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (nativeName: string) =>
    act(async () => {
      const section = { id: 's', courseId: 'c', name: 'Chess', nativeName, teacherIds: [], ageCutoff: null }
      root.render(
        <LanguageProvider>
          <OfficeClassForm
            section={section as Partial<Section> as Section}
            term={{ id: 't', weekdays: [7], startsOn: '2026-09-01' } as Partial<Term> as Term}
            parts={{ courses: [], programmes: [], rooms: [], teachers: [] } as never}
            others={[]}
            onSaved={() => undefined}
          />
        </LanguageProvider>,
      )
    })
  await show('')
  const field = place.querySelector<HTMLInputElement>('#nativeName')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '象棋')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(place.querySelector('[role=alert]')).toBeNull()
  await show('国际象棋')
  expect(field.value).toBe('象棋')
  expect(place.querySelector('[role=alert]')?.textContent).toBe('Someone else changed this.Native name')
  await act(async () => root.unmount())
})
