import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPay } from './cards.ts'

const open = [
  { id: 'a', openCents: 26_000 },
  { id: 'b', openCents: 2500 },
]

describe('the amount paid by card', () => {
  test('is everything due, or the charges chosen', () => {
    expect(toPay(open, 0, [])).toBe(28_500)
    expect(toPay(open, 0, ['b'])).toBe(2500)
    expect(toPay(open, 0, ['elsewhere'])).toBe(0)
  })
  test('is reduced by the family’s credit', () => {
    expect(toPay(open, 1000, [])).toBe(27_500)
    expect(toPay(open, 27_000, ['a'])).toBe(1500)
    expect(toPay(open, 30_000, [])).toBe(0)
  })
  test('is never more than what is due or what was chosen', () => {
    const charge = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), openCents: fc.nat(50_000) })
    const charges = fc.uniqueArray(charge, { selector: ({ id }) => id })
    fc.assert(
      fc.property(charges, fc.nat(80_000), fc.subarray(['a', 'b', 'c', 'd']), (all, credit, chosen) => {
        const paid = toPay(all, credit, chosen)
        const due = toPay(all, credit, [])
        const sum = all.filter(({ id }) => chosen.includes(id)).reduce((total, each) => total + each.openCents, 0)
        return paid >= 0 && paid <= due && (chosen.length === 0 || paid <= sum)
      }),
    )
  })
})
