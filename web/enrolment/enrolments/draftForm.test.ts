import { expect, test } from 'vitest'
import { blankChild, completed, type Draft, isSame } from './draftForm.ts'

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

test('a draft keeps the term for which something is chosen, and begins anew without', () => {
  const user = { uid: 'jing', email: 'jing@home.example', name: 'Jing Liu' } as Parameters<typeof completed>[1]
  const choices = [{ childKey: 'mia', sectionId: 'art' }] as Draft['choices']
  expect(completed({ ...draft, termId: 'fall', choices }, user, null).termId).toBe('fall')
  expect(completed({ ...draft, termId: 'fall' }, user, null).termId).toBeNull()
})
