import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lateFeeOf } from './lateFees.ts'

const policy = fc.record({
  graceDays: fc.integer({ min: 0, max: 30 }),
  flatCents: fc.integer({ min: 0, max: 5000 }),
  percent: fc.integer({ min: 0, max: 100 }),
  perWeekCents: fc.integer({ min: 0, max: 2000 }),
  capCents: fc.option(fc.integer({ min: 0, max: 10_000 })),
})
const openCents = fc.integer({ min: 0, max: 100_000 })
const daysLate = fc.integer({ min: -30, max: 200 })

describe('a late fee', () => {
  test('is zero within the grace period, and never above the limit', () => {
    fc.assert(
      fc.property(policy, openCents, daysLate, (rules, open, late) => {
        const fee = lateFeeOf(rules, { openCents: open, daysLate: late, chargedCents: 0, waivedCents: 0 })
        expect(fee).toBeGreaterThanOrEqual(0)
        if (late <= rules.graceDays || open === 0) expect(fee).toBe(0)
        if (rules.capCents !== null) expect(fee).toBeLessThanOrEqual(rules.capCents)
      }),
    )
  })
  test('comes to the same charged in steps or once at the end, and neither charging twice nor waiving adds to it', () => {
    const step = fc.record({ late: daysLate, isWaived: fc.boolean() })
    fc.assert(
      fc.property(policy, openCents, fc.array(step), daysLate, (rules, open, ways, end) => {
        const so = { chargedCents: 0, waivedCents: 0 }
        const steps = ways.filter(({ late }) => late <= end).sort((a, b) => a.late - b.late)
        const last = { late: end, isWaived: false }
        for (const { late, isWaived } of [...steps, last, last])
          so[isWaived ? 'waivedCents' : 'chargedCents'] += lateFeeOf(rules, { openCents: open, daysLate: late, ...so })
        const whole = lateFeeOf(rules, { openCents: open, daysLate: end, chargedCents: 0, waivedCents: 0 })
        expect(so.chargedCents + so.waivedCents).toBe(whole)
      }),
    )
  })
  test('Lakeside: $25 after two weeks, $10 a week more, $75 at most', () => {
    const lakeside = { graceDays: 14, flatCents: 2500, percent: 0, perWeekCents: 1000, capCents: 7500 }
    const on = (late: number) =>
      lateFeeOf(lakeside, { openCents: 26_000, daysLate: late, chargedCents: 0, waivedCents: 0 })
    expect([14, 15, 21, 22, 29, 50, 57, 200].map(on)).toEqual([0, 2500, 2500, 3500, 4500, 7500, 7500, 7500])
  })
})
