import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cartAfter,
  extended,
  extensionMinutes,
  heldAtMost,
  heldForNewFamily,
  holdable,
  mayExtend,
  newFamilies,
} from './holds.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 8, 13, 12, minute))

describe('a cart', () => {
  test('keeps its expiry while it is held, and starts over once it has expired', () => {
    const first = cartAfter(null, at(0), 15)
    expect(first).toEqual({ expiresAt: at(15), isExtended: false })
    expect(cartAfter(first, at(14), 15)).toBe(first)
    expect(cartAfter(first, at(15), 15)).toEqual({ expiresAt: at(30), isExtended: false })
  })
  test('can be extended once, before it expires', () => {
    const cart = cartAfter(null, at(0), 15)
    expect(mayExtend(cart, at(14))).toBe(true)
    const longer = extended(cart)
    expect(longer.expiresAt).toEqual(at(15 + extensionMinutes))
    expect(mayExtend(longer, at(16))).toBe(false)
    expect(mayExtend(cart, at(15))).toBe(false)
    expect(mayExtend(null, at(0))).toBe(false)
  })
  test('is never held longer than the school’s minutes plus one extension, whatever happens in between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ after: fc.integer({ min: 0, max: 10 }), extends: fc.boolean() }), { maxLength: 40 }),
        fc.integer({ min: 5, max: 60 }),
        (steps, minutes) => {
          let cart = cartAfter(null, at(0), minutes)
          let now = 0
          for (const step of steps) {
            now += step.after
            if (at(now) >= cart.expiresAt) return true
            cart = cartAfter(cart, at(now), minutes)
            if (step.extends && mayExtend(cart, at(now))) cart = extended(cart)
            if (cart.expiresAt > at(minutes + extensionMinutes)) return false
          }
          return true
        },
      ),
    )
  })
  test('of a new family holds at most its own share and what its network has left', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(100), (begun, seats) => {
        const reach = heldForNewFamily(begun, seats)
        expect(reach).toBeGreaterThanOrEqual(0)
        expect(reach).toBeLessThanOrEqual(newFamilies.inAll)
        expect(reach === 0 || reach + seats <= newFamilies.seatsOfNetwork).toBe(true)
        if (begun > newFamilies.cartsADay) expect(reach).toBe(0)
      }),
    )
  })
  test('holds a limited number of seats, in all and per class', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ sectionId: fc.constantFrom('a', 'b', 'c', 'd', 'e') }), { maxLength: 60 }),
        choices => {
          const held = holdable(choices)
          const most = Math.max(
            0,
            ...['a', 'b', 'c', 'd', 'e'].map(id => held.filter(each => each.sectionId === id).length),
          )
          return (
            held.length <= heldAtMost.inAll && most <= heldAtMost.ofClass && held.every(each => choices.includes(each))
          )
        },
      ),
    )
  })
})
