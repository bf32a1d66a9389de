// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Output } from '#contract/index.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as family } from '#web/words/family.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { PlaceCards } from './PlaceCards.tsx'

test('spots held in two terms are listed under their own term', () => {
  const places = ['Spring', 'Fall'].map(name => ({
    id: name,
    student: 'Mia',
    studentNativeName: '',
    section: `G1 ${name}`,
    nativeName: '',
    crayon: 'leaf',
    term: { name, nativeName: '' },
    isOpen: false,
  })) as unknown as Output<'promotions-places'>
  speak('en', { ...base, ...family } as Partial<Messages>)
  const shown = renderToString(
    <LanguageProvider>
      <PlaceCards places={places} />
    </LanguageProvider>,
  )
  expect(shown.match(/Held for \w+|G1 \w+/g)).toEqual(['Held for Spring', 'G1 Spring', 'Held for Fall', 'G1 Fall'])
})
