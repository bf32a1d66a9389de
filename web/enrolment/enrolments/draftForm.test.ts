import { expect, test } from 'vitest'
import { blankChild, type Draft, isSame } from './draftForm.ts'

const draft: Draft = {
  termId: null,
  address: '4 Maple Road',
  answers: { bus: 'yes', shirt: 'l' },
  guardians: [],
  children: [{ ...blankChild(), key: 'mia', name: 'Mia Chen' }],
  contacts: [],
  consents: { levels: {}, signedName: '' },
  choices: [],
  at: 'check',
  promoCode: '',
}

test('two drafts are the same whatever the order of their parts and the page they were left on', () => {
  const { at: _at, answers: _answers, ...rest } = draft
  expect(isSame({ answers: { shirt: 'l', bus: 'yes' }, at: 'you', ...rest }, draft)).toBe(true)
  expect(isSame({ ...draft, answers: { bus: 'yes', shirt: 's' } }, draft)).toBe(false)
  expect(isSame({ ...draft, children: [...draft.children, ...draft.children] }, draft)).toBe(false)
})
