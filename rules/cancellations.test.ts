import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feesBack, lessonCredit, released } from './cancellations.ts'
import { daysUntil } from './days.ts'

const cents = fc.integer({ min: 0, max: 200_000 })
const lessons = fc.integer({ min: 1, max: 40 })

/** Cancels lessons one after another and returns the credit for each, in cents. */
const callOff = (askedCents: number, of: number, times: number): number[] => {
  const given: number[] = []
  for (let off = 0; off < times; off++)
    given.push(
      lessonCredit({
        askedCents,
        lessons: of,
        creditedLessons: off,
        creditedCents: given.reduce((sum, each) => sum + each, 0),
      }),
    )
  return given
}
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

test('canceling every lesson credits exactly what was charged, and never more', () => {
  fc.assert(fc.property(cents, lessons, fc.nat(5), (asked, of, more) => sum(callOff(asked, of, of + more)) === asked))
})

test('canceled lessons credit at most what was charged, and each is within a cent of its share', () => {
  fc.assert(
    fc.property(cents, lessons, fc.nat(40), (asked, of, times) => {
      const given = callOff(asked, of, Math.min(times, of))
      return sum(given) <= asked && given.every(each => each >= 0 && Math.abs(each - asked / of) < 1)
    }),
  )
})

/** Amounts asked, in cents, for lessons that cost at least a dollar each. */
const askedFor = lessons.chain(of => fc.tuple(fc.integer({ min: of * 100, max: 200_000 }), fc.constant(of)))

test('the total doesn’t depend on the order in which lessons are canceled and restored', () => {
  fc.assert(
    fc.property(askedFor, fc.array(fc.boolean(), { maxLength: 30 }), fc.nat(40), ([asked, of], turns, choice) => {
      let standing: number[] = []
      for (const isOff of turns) {
        if (isOff && standing.length < of)
          standing.push(
            lessonCredit({
              askedCents: asked,
              lessons: of,
              creditedLessons: standing.length,
              creditedCents: sum(standing),
            }),
          )
        else if (standing.length > 0) {
          const gone = choice % standing.length
          standing = standing.filter((_, index) => index !== gone)
        }
      }
      if (standing.length >= of) return sum(standing) === asked
      standing.push(
        lessonCredit({
          askedCents: asked,
          lessons: of,
          creditedLessons: standing.length,
          creditedCents: sum(standing),
        }),
      )
      return Math.abs(sum(standing) - (asked * standing.length) / of) <= 0.5
    }),
  )
})

test('a credit is never negative and never exceeds the charge, even if the plan has changed since', () => {
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: -2, max: 40 }),
      fc.nat(60),
      cents,
      (askedCents, of, creditedLessons, credited) => {
        const creditedCents = Math.min(credited, askedCents)
        const given = lessonCredit({ askedCents, lessons: of, creditedLessons, creditedCents })
        return given >= 0 && given + creditedCents <= askedCents
      },
    ),
  )
})

test('credits for single lessons are equal shares, rounded so that they add up', () => {
  expect(callOff(26_000, 16, 3)).toEqual([1625, 1625, 1625])
  expect(callOff(10_000, 3, 3)).toEqual([3333, 3334, 3333])
})

test('exactly what was paid beyond the charge is released, from the last payment first', () => {
  const covering = fc.array(fc.record({ paymentId: fc.uuid(), amountCents: fc.integer({ min: 1, max: 50_000 }) }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(cents, covering, (net, payments) => {
      const covered = sum(payments.map(({ amountCents }) => amountCents))
      return sum(released(net, payments).map(({ amountCents }) => amountCents)) === Math.max(0, covered - net)
    }),
  )
  expect(
    released(500, [
      { paymentId: 'first', amountCents: 400 },
      { paymentId: 'last', amountCents: 300 },
    ]),
  ).toEqual([{ paymentId: 'last', amountCents: 200 }])
})

test('the registration fee is refunded to families without another class, if the school refunds it', () => {
  const households = [
    { householdId: 'alone', classes: 0, feeCents: 4000 },
    { householdId: 'stays', classes: 1, feeCents: 4000 },
    { householdId: 'waived', classes: 0, feeCents: 0 },
  ]
  expect([...feesBack(households, true)]).toEqual([['alone', 4000]])
  expect([...feesBack(households, false)]).toEqual([])
})

test('days are counted correctly across a clock change', () => {
  expect(daysUntil('2026-10-31', '2026-11-02')).toBe(2)
  expect(daysUntil('2026-11-22', '2026-11-22')).toBe(0)
  expect(daysUntil('2026-11-22', '2026-11-20')).toBe(-2)
})
