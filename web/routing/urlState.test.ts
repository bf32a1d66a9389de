import { expect, test } from 'vitest'
import { typedAt } from './urlState.ts'

test('a link that clears the search clears the box as well', () => {
  const typed = { text: 'violin', address: '', asked: 'violin' }
  const arrived = typedAt(typed, 'violin')
  expect(arrived.text).toBe('violin')
  expect(typedAt(arrived, '').text).toBe('')
})

test('going back to an earlier search brings its words back', () => {
  const cleared = typedAt({ text: 'violin', address: 'violin', asked: 'violin' }, '')
  expect(typedAt(cleared, 'violin').text).toBe('violin')
})

test('text typed while a search is running stays', () => {
  expect(typedAt({ text: 'violin', address: '', asked: 'vio' }, 'vio').text).toBe('violin')
  expect(typedAt({ text: 'grade ', address: '', asked: 'grade' }, 'grade').text).toBe('grade ')
})
