import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audiences } from '#contract/enrolment/windows.ts'
import { inOrderOfOpening, windowFor, windowProblems } from './windows.ts'

const minute = 60_000
const anyWindows = fc.uniqueArray(
  fc.record({
    audience: fc.constantFrom(...audiences),
    opensAt: fc.integer({ min: 0, max: 20 }).map(n => new Date(n * minute).toISOString()),
  }),
  { selector: ({ audience }) => audience },
)
const anyAudiences = fc.subarray([...audiences])
const anyNow = fc.integer({ min: -1, max: 21 }).map(n => new Date(n * minute))

test('a family registers from its earliest window on, and an open window stays open', () => {
  fc.assert(
    fc.property(anyWindows, anyAudiences, anyNow, (windows, belongsTo, now) => {
      const found = windowFor(belongsTo, windows, now)
      const own = windows.filter(({ audience }) => audience === 'all' || belongsTo.includes(audience))
      if (own.length === 0) return found === null
      const first = Math.min(...own.map(({ opensAt }) => Date.parse(opensAt)))
      const later = windowFor(belongsTo, windows, new Date(now.getTime() + minute))
      return (
        found !== null &&
        Date.parse(found.opensAt) === first &&
        found.isOpen === first <= now.getTime() &&
        (!found.isOpen || later?.isOpen === true)
      )
    }),
  )
})

test('belonging to more audiences never means waiting longer, and the order of windows doesn’t matter', () => {
  fc.assert(
    fc.property(anyWindows, anyAudiences, fc.constantFrom(...audiences), anyNow, (windows, belongsTo, more, now) => {
      const before = windowFor(belongsTo, windows, now)
      const after = windowFor([...belongsTo, more], windows, now)
      const turned = windowFor(belongsTo, windows.toReversed(), now)
      return (
        (before === null || (after !== null && after.opensAt <= before.opensAt)) &&
        JSON.stringify(turned) === JSON.stringify(before)
      )
    }),
  )
})

test('once the window for all opens, it is open to every family', () => {
  fc.assert(
    fc.property(anyWindows, anyAudiences, anyNow, (windows, belongsTo, now) => {
      const everybody = windows.find(({ audience }) => audience === 'all')
      fc.pre(everybody !== undefined && Date.parse(everybody.opensAt) <= now.getTime())
      return windowFor(belongsTo, windows, now)?.isOpen === true
    }),
  )
})

test('windows sort by opening time, and none is lost', () => {
  fc.assert(
    fc.property(anyWindows, windows => {
      const sorted = inOrderOfOpening(windows)
      return (
        sorted.length === windows.length &&
        sorted.every((each, index) => index === 0 || sorted[index - 1]!.opensAt <= each.opensAt)
      )
    }),
  )
})

test('invalid windows are reported', () => {
  const at = (audience: (typeof audiences)[number], onDay: string, time = '08:00') => ({ audience, onDay, time })
  expect(windowProblems([])).toEqual([])
  expect(windowProblems([at('staff', '2026-05-03')])).toEqual([{ at: null, problem: 'all' }])
  expect(windowProblems([at('all', '2026-05-10'), at('staff', '2026-05-10', '08:01')])).toEqual([
    { at: 1, problem: 'order' },
  ])
  expect(windowProblems([at('all', '2026-05-10'), at('all', '2026-05-10')])).toEqual([{ at: 1, problem: 'taken' }])
  expect(windowProblems([at('staff', '2026-05-03'), at('current', '2026-05-10'), at('all', '2026-05-17')])).toEqual([])
})
