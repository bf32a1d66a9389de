import fc from 'fast-check'
import { expect, test } from 'vitest'
import { familyFirst } from './nameOrder.ts'

test.each([
  ['Emily Wang', 'Wang', 'Emily'],
  ['Mary Jane Watson-Parker', 'Watson-Parker', 'Mary Jane'],
  ['Wang, Emily', 'Wang', 'Emily'],
  ['Maria de la Cruz', 'de la Cruz', 'Maria'],
  ['Juan De La Cruz', 'De La Cruz', 'Juan'],
  ['Anna van der Berg', 'van der Berg', 'Anna'],
  ['Rick Van Dyke', 'Van Dyke', 'Rick'],
  ['Maria da Silva Santos', 'da Silva Santos', 'Maria'],
  ['Xiao Di Chen', 'Chen', 'Xiao Di'],
  ['Robert Downey Jr.', 'Downey', 'Robert'],
  ['John Smith, MD', 'Smith', 'John'],
  ['The Chen family', 'Chen', ''],
  ['Emily Wang family', 'Wang', 'Emily'],
  ['김 민수', '김', '민수'],
  ['佐藤 さくら', '佐藤', 'さくら'],
  ['Madonna', 'Madonna', ''],
  ['  Emily   Wang ', 'Wang', 'Emily'],
  ['', '', ''],
])('%s is found under %s', (name, family, given) => {
  expect(familyFirst(name)).toEqual({ family, given })
})

test('splitting a plain name loses no letters, and its last word is the family name', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{3,8}$/).filter(each => each !== 'Della')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), words => {
      const { family, given } = familyFirst(words.join(' '))
      expect([given, family].filter(Boolean).join(' ')).toBe(words.join(' '))
      expect(family).toBe(words.at(-1))
    }),
  )
  // With a comma, the order of the two parts makes no difference.
  fc.assert(
    fc.property(word, word, (given, family) => {
      expect(familyFirst(`${family}, ${given}`)).toEqual(familyFirst(`${given} ${family}`))
    }),
  )
})
