import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesAfter, sharesWithout } from './shares.ts'

const people = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 })
  .map(percents => percents.map((percent, index) => ({ id: `g${index}`, percent })))
const percent = fc.integer({ min: 0, max: 100 })
const sum = (shares: { percent: number }[]) => shares.reduce((all, each) => all + each.percent, 0)

test('shares add up to 100 whatever they were before, and none is negative', () => {
  fc.assert(
    fc.property(people, percent, (before, wanted) => {
      const after = sharesAfter(before, 'g0', wanted)
      expect(sum(after)).toBe(100)
      expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
      expect(after.every(each => Number.isInteger(each.percent) && each.percent >= 0)).toBe(true)
    }),
  )
})
test('anyone whose share is set has it, unless they are the only one', () => {
  fc.assert(
    fc.property(people, percent, (before, wanted) => {
      const mine = sharesAfter(before, 'g0', wanted).find(({ id }) => id === 'g0')!.percent
      expect(mine).toBe(before.length === 1 ? 100 : wanted)
    }),
  )
})
test('who goes leaves a whole bill to those who stay', () => {
  fc.assert(
    fc.property(people, before => {
      const after = sharesWithout(before, 'g0')
      expect(sum(after)).toBe(before.length === 1 ? 0 : 100)
    }),
  )
})
test('others keep their proportion', () => {
  const before = [
    { id: 'a', percent: 60 },
    { id: 'b', percent: 30 },
    { id: 'c', percent: 10 },
  ]
  expect(sharesAfter(before, 'a', 20)).toEqual([
    { id: 'a', percent: 20 },
    { id: 'b', percent: 60 },
    { id: 'c', percent: 20 },
  ])
  expect(sharesWithout(before, 'c')).toEqual([
    { id: 'a', percent: 67 },
    { id: 'b', percent: 33 },
  ])
})
