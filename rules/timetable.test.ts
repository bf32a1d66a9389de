import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handoverMinutes, type Interval } from './familyTimes.ts'
import { overlap } from './fit.ts'
import { type Fixed, type Option, suggestTimes, type Wish } from './timetable.ts'

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const interval = (weekdays: number, slots: number): fc.Arbitrary<Interval> =>
  fc
    .record({
      weekday: fc.integer({ min: 1, max: weekdays }),
      from: fc.integer({ min: 0, max: slots }),
      length: fc.integer({ min: 1, max: 8 }),
    })
    // Steps of five minutes, so that some transitions are too short.
    .map(({ weekday, from, length }) => ({
      weekday,
      startsAt: clock(540 + from * 5),
      endsAt: clock(540 + (from + length) * 5),
    }))
const offered = fc
  .array(fc.record({ at: interval(2, 20), placesLeft: fc.integer({ min: 0, max: 2 }) }), { minLength: 1, maxLength: 6 })
  .map(list => list.map(({ at, placesLeft }, index): Option => ({ id: `class-${index}`, placesLeft, ...at })))
const asked = offered.chain(options =>
  fc.record({
    wishes: fc.array(fc.record({ childKey: fc.constantFrom('a', 'b', 'c'), options: fc.subarray(options) }), {
      minLength: 1,
      maxLength: 4,
    }),
    fixed: fc.array(
      fc
        .record({ childKey: fc.constantFrom('a', 'b'), at: interval(2, 20) })
        .map(({ childKey, at }) => ({ childKey, ...at })),
      { maxLength: 1 },
    ),
  }),
)

type Visit = Interval & { childKey: string }
const isPossible = (fresh: readonly Visit[], fixed: readonly Visit[]): boolean =>
  fresh.every((a, index) =>
    [...fresh.slice(index + 1), ...fixed].every(b => {
      if (a.childKey === b.childKey) return !overlap(a, b)
      const pause = Math.max(minutes(b.startsAt) - minutes(a.endsAt), minutes(a.startsAt) - minutes(b.endsAt))
      return a.weekday !== b.weekday || pause < 0 || pause >= handoverMinutes
    }),
  )
const waitingIn = (visits: readonly Visit[]): number =>
  [...Map.groupBy(visits, ({ weekday }) => weekday).values()].reduce((sum, day) => {
    const span =
      Math.max(...day.map(({ endsAt }) => minutes(endsAt))) - Math.min(...day.map(({ startsAt }) => minutes(startsAt)))
    const taught = day.reduce((all, { startsAt, endsAt }) => all + minutes(endsAt) - minutes(startsAt), 0)
    return sum + span * new Set(day.map(({ childKey }) => childKey)).size - taught
  }, 0)

type Rank = [unmet: number, days: number, waiting: number]
const rankOf = (picks: readonly (Option | null)[], wishes: readonly Wish[], fixed: readonly Fixed[]): Rank => {
  const visits = [
    ...fixed,
    ...picks.flatMap((pick, index) => (pick ? [{ ...pick, childKey: wishes[index]!.childKey }] : [])),
  ]
  return [
    picks.filter(pick => pick === null).length,
    new Set(visits.map(({ weekday }) => weekday)).size,
    waitingIn(visits),
  ]
}
const compare = (a: Rank, b: Rank): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** Finds the best rank by trying every combination. */
const byForce = (wishes: readonly Wish[], fixed: readonly Fixed[]): Rank => {
  let best: Rank | null = null
  const go = (picks: (Option | null)[]) => {
    const wish = wishes[picks.length]
    if (wish) {
      for (const option of [...wish.options, null]) go([...picks, option])
      return
    }
    const fresh = picks.flatMap((pick, index) => (pick ? [{ ...pick, childKey: wishes[index]!.childKey }] : []))
    const isSeated = fresh.every(({ id, placesLeft }) => fresh.filter(each => each.id === id).length <= placesLeft)
    if (!isSeated || !isPossible(fresh, fixed)) return
    const rank = rankOf(picks, wishes, fixed)
    if (best === null || compare(rank, best) < 0) best = rank
  }
  go([])
  return best!
}

test('a suggestion is possible, has seats, and no other is better', () => {
  fc.assert(
    fc.property(asked, ({ wishes, fixed }) => {
      const found = suggestTimes(wishes, fixed)!
      const picks = found.sectionIds.map((id, index) => wishes[index]!.options.find(option => option.id === id) ?? null)
      const fresh = picks.flatMap((pick, index) => (pick ? [{ ...pick, childKey: wishes[index]!.childKey }] : []))
      const rank = rankOf(picks, wishes, fixed)
      return (
        found.isBest &&
        isPossible(fresh, fixed) &&
        fresh.every(({ id, placesLeft }) => fresh.filter(each => each.id === id).length <= placesLeft) &&
        found.waitingMinutes === rank[2] &&
        compare(rank, byForce(wishes, fixed)) === 0
      )
    }),
    { numRuns: 400 },
  )
})

test('the same input gets the same suggestion, and another free seat never leaves more wishes unmet', () => {
  fc.assert(
    fc.property(asked, ({ wishes, fixed }) => {
      const found = suggestTimes(wishes, fixed)!
      const roomier = wishes.map(wish => ({
        ...wish,
        options: wish.options.map(option => ({ ...option, placesLeft: option.placesLeft + 1 })),
      }))
      const more = suggestTimes(roomier, fixed)!
      const unmet = (ids: readonly (string | null)[]) => ids.filter(id => id === null).length
      return (
        JSON.stringify(suggestTimes(wishes, fixed)) === JSON.stringify(found) &&
        unmet(more.sectionIds) <= unmet(found.sectionIds)
      )
    }),
  )
})

const hours = ['09:00 10:50', '10:00 10:55', '10:55 11:50', '13:00 14:50', '14:00 15:50', '15:00 15:55', '16:05 17:00']
const atSchool = fc
  .record({
    weekday: fc.constantFrom(6, 7),
    hour: fc.constantFrom(...hours),
    placesLeft: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ weekday, hour, placesLeft }) => {
    const [startsAt = '', endsAt = ''] = hour.split(' ')
    return { weekday, startsAt, endsAt, placesLeft }
  })

test('the search completes for six children with three wishes of eight classes each', () => {
  fc.assert(
    fc.property(fc.array(fc.array(atSchool, { minLength: 8, maxLength: 8 }), { minLength: 18, maxLength: 18 }), all => {
      const wishes = all.map((options, wish): Wish => ({
        childKey: `child-${wish % 6}`,
        options: options.map((option, index) => ({ id: `${wish}-${index}`, ...option })),
      }))
      return suggestTimes(wishes)!.isBest
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test('a family’s Sunday: who waits, and for how long', () => {
  const at = (id: string, startsAt: string, endsAt: string, placesLeft = 5): Option => ({
    id,
    weekday: 7,
    startsAt,
    endsAt,
    placesLeft,
  })
  const found = suggestTimes([
    { childKey: 'mia', options: [at('g1-morning', '09:00', '10:50'), at('g1', '14:00', '15:50')] },
    { childKey: 'mia', options: [at('chess', '16:05', '17:00')] },
    {
      childKey: 'leo',
      options: [at('k-full', '14:00', '15:50', 0), at('k-early', '09:00', '10:50'), at('k', '14:00', '15:50')],
    },
  ])
  expect(found).toEqual({
    sectionIds: ['g1', 'chess', 'k'],
    days: [
      {
        weekday: 7,
        startsAt: '14:00',
        endsAt: '17:00',
        waiting: [
          { childKey: 'mia', minutes: 15 },
          { childKey: 'leo', minutes: 70 },
        ],
      },
    ],
    waitingMinutes: 85,
    isBest: true,
  })
  expect(suggestTimes([])).toBeNull()
})
