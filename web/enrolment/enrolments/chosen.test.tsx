// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { Term } from '#contract/school/terms.ts'
import { useDraftTerm } from './chosen.ts'
import { wishForClass } from './deviceCopy.ts'
import type { Draft } from './draftForm.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const terms = [{ id: 'fall' }, { id: 'spring' }] as Partial<Term>[] as Term[]

test('a registration opened from a term’s classes is for that term, unless classes of another are chosen', async () => {
  const seen: unknown[] = []
  const Probe = ({ choices }: { choices: Draft['choices'] }) => {
    const draft = { termId: 'fall', choices } as Partial<Draft> as Draft
    seen.push(useDraftTerm(draft, terms)?.id)
    return null
  }
  const shown = async (choices: Draft['choices']) => {
    await act(async () => createRoot(document.createElement('div')).render(<Probe choices={choices} />))
    return seen.at(-1)
  }
  expect(await shown([])).toBe('fall')
  wishForClass({ sectionId: null, termId: 'spring' })
  expect(await shown([])).toBe('spring')
  expect(await shown([{ childKey: 'mia', sectionId: 'chess' }])).toBe('fall')
  wishForClass({ sectionId: null, termId: 'closed' })
  expect(await shown([])).toBe('fall')
})
