import { expect, test } from 'vitest'
import { listIn, partsIn } from './lists.ts'

test('Chinese has a comma for lists and another for the rest, and no space after either', () => {
  expect([listIn('en', ['Ann', 'Bo']), listIn('zh', ['安', '波'])]).toEqual(['Ann, Bo', '安、波'])
  expect(partsIn('en', ['Tuition', '', null, 'Dance A'])).toBe('Tuition, Dance A')
  expect(partsIn('zh', ['学费', undefined, false, '舞蹈甲班'])).toBe('学费，舞蹈甲班')
})
