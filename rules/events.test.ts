import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventStates, eventStatuses } from '#contract/communication/events.ts'
import { instantIn } from './calendar.ts'
import { eventState, fits, givenName, isLocked, mayAnswer, overlaps, slotState } from './events.ts'

const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })

describe('events', () => {
  const event = fc.record({
    status: fc.constantFrom(...eventStatuses),
    endsAt: instant,
    capacity: maybe(fc.integer({ min: 1, max: 50 })),
    people: fc.nat(60),
    takesRsvp: fc.boolean(),
    rsvpClosesAt: maybe(instant),
  })

  test('only a published event can be open, full or ended', () => {
    fc.assert(
      fc.property(event, instant, (each, now) => {
        const state = eventState(each, now)
        expect(eventStates).toContain(state)
        expect(['open', 'full', 'ended'].includes(state)).toBe(each.status === 'published')
      }),
    )
  })
  test('an event that is a draft, ended, canceled, closed or without RSVPs can’t be answered', () => {
    fc.assert(
      fc.property(event, instant, (each, now) => {
        if (!mayAnswer(each, now)) return
        expect(each).toMatchObject({ status: 'published', takesRsvp: true })
        expect(now < each.endsAt && (each.rsvpClosesAt === null || now < each.rsvpClosesAt)).toBe(true)
      }),
    )
  })
  test('parties accepted one after another never exceed the capacity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 1, max: 9 })), (capacity, parties) => {
        let people = 0
        for (const party of parties) if (fits(capacity, people, party)) people += party
        expect(people).toBeLessThanOrEqual(capacity)
      }),
    )
    expect(fits(null, 1_000_000, 50)).toBe(true)
  })
})

describe('slots', () => {
  test('are open only with a free place, during sign-up, and to people not already in them', () => {
    const slot = fc.record({
      capacity: fc.integer({ min: 1, max: 5 }),
      taken: fc.nat(5),
      isMine: fc.boolean(),
      opensAt: maybe(instant),
      locksAt: maybe(instant),
      endsAt: instant,
    })
    fc.assert(
      fc.property(slot, instant, (each, now) => {
        const state = slotState(each, now)
        expect(state === 'mine').toBe(each.isMine)
        if (state !== 'open') return
        expect(each.taken).toBeLessThan(each.capacity)
        expect(isLocked(each, now)).toBe(false)
        expect(each.opensAt === null || now >= each.opensAt).toBe(true)
      }),
    )
  })
  test('overlap symmetrically, and not when one begins as the other ends', () => {
    const span = fc.tuple(instant, fc.integer({ min: 1, max: 1e9 })).map(([startsAt, length]) => ({
      startsAt,
      endsAt: new Date(startsAt.getTime() + length),
    }))
    fc.assert(
      fc.property(span, span, (a, b) => {
        expect(overlaps(a, b)).toBe(overlaps(b, a))
        expect(overlaps(a, a)).toBe(true)
        expect(overlaps(a, { startsAt: a.endsAt, endsAt: new Date(a.endsAt.getTime() + 1) })).toBe(false)
      }),
    )
  })
})

test('a given name leaves out the family name, in either script', () => {
  const called = (name: string, preferredName = '') => givenName({ name, preferredName })
  expect(called('Emily Wang')).toBe('Emily')
  expect(called('Xiaoming Wang', 'Max')).toBe('Max')
  expect(called('王小明')).toBe('小明')
  expect(called('王乐')).toBe('乐')
  expect(called('Cher')).toBe('Cher')
})

test('the same local time is a different instant after the clocks change', () => {
  expect(instantIn('America/New_York', '2026-10-25', '14:00').toISOString()).toBe('2026-10-25T18:00:00.000Z')
  expect(instantIn('America/New_York', '2026-11-01', '14:00').toISOString()).toBe('2026-11-01T19:00:00.000Z')
  expect(instantIn('America/New_York', '2027-03-14', '14:00').toISOString()).toBe('2027-03-14T18:00:00.000Z')
})
