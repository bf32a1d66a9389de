import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placesLeft, seatsLeft } from './places.ts'

const n = (max: number) => fc.integer({ min: 0, max })
/** A class with waiting families and families with an offer counted separately. */
const classes = fc.record({ capacity: n(30), seated: n(35), offered: n(5), queued: n(5), held: n(5) })
type Class = typeof classes extends fc.Arbitrary<infer T> ? T : never

const waiting = ({ offered, queued }: Class): number => offered + queued
const isOverfull = (each: Class): boolean => seatsLeft(each) < 0

/** Each former way of counting free seats, beside the one that replaced it. */
const spellings: {
  of: string
  before(each: Class): number | boolean
  now(each: Class): number | boolean
  differs?(each: Class): boolean
}[] = [
  {
    of: 'a family that looks at a class',
    before: each => (waiting(each) > 0 ? 0 : Math.max(0, each.capacity - each.seated - each.held)),
    now: each => placesLeft({ ...each, waiting: waiting(each) }),
  },
  {
    of: 'the line, when a seat is freed',
    before: each => Math.max(0, each.capacity - each.seated - each.offered - each.held),
    now: each => Math.max(0, seatsLeft(each)),
  },
  {
    of: 'an offer by hand',
    before: each => each.seated + each.held + each.offered >= each.capacity,
    now: each => seatsLeft(each) <= 0,
  },
  {
    of: 'a change to a class that offers this child a seat',
    before: each => Number(each.seated + each.held + each.offered - 1 < each.capacity),
    now: each => Number(seatsLeft({ ...each, offered: each.offered - 1 }) > 0),
  },
  {
    of: 'undoing a batch, which says by how many a class would be too full',
    before: each => Math.max(0, each.seated + each.offered + each.held - each.capacity),
    now: each => Math.max(0, -seatsLeft(each)),
  },
  {
    of: 'the office’s dashboard, which forgot the seats in carts',
    before: each => Math.max(0, each.capacity - each.seated - each.offered),
    now: each => Math.max(0, seatsLeft(each)),
    differs: each => each.held > 0 && !isOverfull({ ...each, held: 0 }) && seatsLeft({ ...each, held: 0 }) > 0,
  },
]

describe.each(spellings)('free seats for $of', ({ before, now, differs = () => false }) => {
  test('follow the common rule', () =>
    fc.assert(
      fc.property(classes, each => {
        if (differs(each)) expect(now(each)).not.toBe(before(each))
        else expect(now(each)).toBe(before(each))
      }),
    ))
})

test('no one is promised a seat that doesn’t exist', () =>
  fc.assert(
    fc.property(classes, each => {
      const left = placesLeft({ ...each, waiting: waiting(each) })
      expect(left).toBeLessThanOrEqual(Math.max(0, seatsLeft(each)))
    }),
  ))
