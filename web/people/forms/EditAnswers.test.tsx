// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FieldAnswer, FieldValue } from '#contract/people/forms.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as ownFields } from './ownFields.en.ts'
import EditAnswers from './EditAnswers.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const answerOf = (id: string, value: FieldValue | null) =>
  ({
    field: { id, kind: 'text', label: id, nativeLabel: '', help: '', nativeHelp: '', isRequired: false, options: [] },
    value,
    section: null,
  }) as unknown as FieldAnswer

test('the form with a family’s answers follows what the other guardian answers while it is open', async () => {
  speak('en', { ...base, ...ownFields } as Partial<Messages>)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = async (doctor: string | null, dentist: string) => {
    await act(async () =>
      root.render(
        <LanguageProvider>
          <EditAnswers
            subject={{ studentId: 's' }}
            name="Mia"
            answers={[answerOf('doctor', doctor), answerOf('dentist', dentist)]}
            onClose={() => undefined}
          />
        </LanguageProvider>,
      ),
    )
    return [...place.querySelectorAll('input')].map(({ value }) => value)
  }
  expect(await show(null, 'Dr. Lee')).toEqual(['', 'Dr. Lee'])
  expect(await show('Dr. Chen', 'Dr. Park')).toEqual(['Dr. Chen', 'Dr. Park'])
  await act(async () => root.unmount())
})
