import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extensionMinutes, newFamilies } from '#rules/holds.ts'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool, sunday } from '#tests/school.ts'
import { freeLapsed } from './jobs.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())
beforeEach(() => {
  s.clock.now = sunday
})

const minutes = (n: number): Date => new Date(sunday.getTime() + n * 60_000)
let made = 0
const newClass = async (capacity: number, over: Parameters<SmallSchool['section']>[0] = {}) => {
  made += 1
  const startsAt = `${String(made % 20).padStart(2, '0')}:00`
  const section = await s.ida.call(
    'classes-create',
    s.section({ name: `Class ${made}`, startsAt, endsAt: startsAt.replace(':00', ':50'), capacity, ...over }),
  )
  await s.ida.call('classes-move', { id: section.id, to: 'open' })
  return section
}
let met = 0
const somebody = async (): Promise<Person> => {
  met += 1
  return s.newcomer(`somebody${met}@home.example`)
}
const cart = (sectionIds: readonly string[], children = 1) => {
  const keys = Array.from({ length: children }, (_, n) => `c${n}`)
  return family(
    { name: 'Somebody New' },
    keys.map(key => ({ key, name: `${key} ${met}`, birthOn: '2019-02-02' })),
    sectionIds.flatMap(sectionId => keys.map(childKey => ({ childKey, sectionId }))),
    s.term.id,
  )
}
const placesOf = async (id: string) =>
  (await s.anybody.call('classes-catalogue', { termId: s.term.id })).sections.find(each => each.id === id)!.placesLeft
const job = (now: Date) =>
  freeLapsed.run(
    {},
    {
      database: s.database,
      settings: s.settings,
      now,
      enqueue: s.jobs.enqueue,
      touch: async () => undefined,
      signal: AbortSignal.timeout(10_000),
    },
  )

describe('a cart', () => {
  test('holds a seat for each choice, which the catalogue shows, and releases it', async () => {
    const [one, other] = [await newClass(2), await newClass(2)]
    const who = await somebody()
    const held = await who.call('enrolments-hold', { draft: cart([one.id, other.id]) })
    expect(held).toMatchObject({ expiresAt: minutes(15).toISOString(), mayExtend: true })
    expect(held.choices.map(({ isHeld, outcome }) => [isHeld, outcome])).toEqual([
      [true, 'seat'],
      [true, 'seat'],
    ])
    expect(await placesOf(one.id)).toBe(1)
    await who.call('enrolments-hold', { draft: cart([other.id]) })
    expect([await placesOf(one.id), await placesOf(other.id)]).toEqual([2, 1])
    expect(await who.call('enrolments-hold', { draft: cart([]) })).toEqual({
      expiresAt: null,
      now: sunday.toISOString(),
      mayExtend: false,
      choices: [],
    })
    expect(await placesOf(other.id)).toBe(2)
  })

  test('keeps its end time when a class is added or requests repeat, and holds each seat once', async () => {
    const [one, other] = [await newClass(2), await newClass(2)]
    const who = await somebody()
    await who.call('enrolments-hold', { draft: cart([one.id]) })
    s.clock.now = minutes(10)
    const more = await who.call('enrolments-hold', { draft: cart([one.id, other.id]) })
    expect(more.expiresAt).toBe(minutes(15).toISOString())
    await Promise.all([1, 2, 3].map(() => who.call('enrolments-hold', { draft: cart([one.id, other.id]) })))
    expect([await placesOf(one.id), await placesOf(other.id)]).toEqual([1, 1])
  })

  test('keeps its end time and extension when emptied, and starts over once it was sent', async () => {
    const one = await newClass(4)
    const who = await somebody()
    const draft = cart([one.id])
    await who.call('enrolments-hold', { draft })
    s.clock.now = minutes(10)
    await who.call('enrolments-hold', { draft: cart([]) })
    expect(await placesOf(one.id)).toBe(4)
    expect(await who.call('enrolments-hold', { draft })).toMatchObject({ expiresAt: minutes(15).toISOString() })
    await who.call('enrolments-extendHold', {})
    await who.call('enrolments-hold', { draft: cart([]) })
    expect(await who.call('enrolments-hold', { draft })).toMatchObject({
      expiresAt: minutes(15 + extensionMinutes).toISOString(),
      mayExtend: false,
    })
    await s.register(who, draft, {})
    const more = { ...cart([one.id]), children: [{ ...draft.children[0]!, name: 'Another Child' }] }
    expect(await who.call('enrolments-hold', { draft: more })).toMatchObject({ expiresAt: minutes(25).toISOString() })
  })

  test('is held a limited number of times a day for a new family, and without limit for a known one', async () => {
    const one = await newClass(40)
    const who = await somebody()
    const draft = cart([one.id])
    const known = { ...draft, children: [{ ...draft.children[0]!, name: 'Known Child' }] }
    const isHeld = async (person: Person, of: typeof draft) =>
      (await person.call('enrolments-hold', { draft: of })).choices.map(choice => [choice.outcome, choice.isHeld])
    const often = newFamilies.cartsADay
    for (let times = 0; times <= often; times += 1) {
      s.clock.now = minutes(times * 16)
      expect(await isHeld(who, draft), String(times)).toEqual([['seat', times < often]])
      expect(await isHeld(s.ann, known), String(times)).toEqual([['seat', true]])
    }
    s.clock.now = minutes(24 * 60 + 1)
    expect(await isHeld(who, draft)).toEqual([['seat', true]])
  })

  test('of a new family shares a limit on held seats with its network; other networks have their own', async () => {
    const classes = [await newClass(60), await newClass(60), await newClass(60)]
    const ids = classes.map(({ id }) => id)
    const heldBy = async (address: string) => {
      const who = await somebody()
      const { choices } = await who.call('enrolments-hold', { draft: cart(ids, 4) }, { address })
      return choices.filter(choice => choice.isHeld).length
    }
    const there = '203.0.113.7'
    const { inAll, seatsOfNetwork } = newFamilies
    const held: number[] = []
    for (let times = 0; times < 5; times += 1) held.push(await heldBy(there))
    expect(held).toEqual([inAll, inAll, inAll, seatsOfNetwork - 3 * inAll, 0])
    expect(await heldBy('203.0.113.8')).toBe(inAll)
    const free = await Promise.all(ids.map(placesOf))
    expect(free.reduce((sum, each) => sum + (each ?? 0), 0)).toBe(180 - seatsOfNetwork - inAll)
    // The limit counts held seats, not families: once holds have expired there is room again.
    s.clock.now = minutes(20)
    expect(await heldBy(there)).toBe(inAll)
  })

  test('can be extended once, but not after it expired', async () => {
    const one = await newClass(2)
    const who = await somebody()
    await expect(who.call('enrolments-extendHold', {})).rejects.toMatchObject({ details: { reason: 'HOLD_LAPSED' } })
    await who.call('enrolments-hold', { draft: cart([one.id]) })
    s.clock.now = minutes(14)
    const end = minutes(15 + extensionMinutes).toISOString()
    expect(await who.call('enrolments-extendHold', {})).toEqual({ expiresAt: end, now: minutes(14).toISOString() })
    expect(await who.call('enrolments-hold', { draft: cart([one.id]) })).toMatchObject({
      expiresAt: end,
      mayExtend: false,
    })
    await expect(who.call('enrolments-extendHold', {})).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    await job(minutes(16))
    expect(await placesOf(one.id)).toBe(1)
    await job(minutes(26))
    expect(await placesOf(one.id)).toBe(2)
    s.clock.now = minutes(26)
    await expect(who.call('enrolments-extendHold', {})).rejects.toMatchObject({ details: { reason: 'HOLD_LAPSED' } })
  })

  test('keeps its seat for its owner until it is sent, and holds nothing afterwards', async () => {
    const one = await newClass(1)
    const [who, late] = [await somebody(), await somebody()]
    const draft = cart([one.id])
    await who.call('enrolments-hold', { draft })
    const theirs = { ...cart([one.id]), children: draft.children.map(each => ({ ...each, name: 'Late Child' })) }
    expect((await late.call('enrolments-hold', { draft: theirs })).choices).toMatchObject([
      { outcome: 'waitlist', isHeld: false },
    ])
    await s.register(late, theirs, {})
    // Although there is a waitlist by now, the seat belongs to the cart that holds it.
    const { choices } = await who.call('enrolments-quote', { draft })
    expect(choices).toMatchObject([{ outcome: 'seat' }])
    expect((await s.register(who, draft, {})).outcomes).toMatchObject([{ outcome: 'seat' }])
    const left = await rows(s.database.db, sql`select 1 from seat_holds where section_id = ${one.id}::uuid`)
    expect(left).toEqual([])
    expect(await late.call('enrolments-offers', {})).toEqual([])
  })

  test('that has expired no longer counts, and its seat is offered to the waitlist', async () => {
    const one = await newClass(1)
    const [who, late] = [await somebody(), await somebody()]
    const draft = cart([one.id])
    await who.call('enrolments-hold', { draft })
    await s.register(late, { ...draft, children: [{ ...draft.children[0]!, name: 'Other Child' }] }, {})
    s.clock.now = minutes(15)
    expect((await who.call('enrolments-quote', { draft })).choices).toMatchObject([{ outcome: 'waitlist' }])
    await s.jobs.drain(minutes(15))
    expect(await late.call('enrolments-offers', {})).toHaveLength(1)
  })

  test('whose seat is gone is refused at that choice, even if nothing is due, with nothing saved', async () => {
    const one = await newClass(1, { tuitionCents: 0, booksCents: 0 })
    await s.ida.call('config-changePricing', { ...(await s.ida.call('config-pricing', {})), registrationFeeCents: 0 })
    const [who, other] = [await somebody(), await somebody()]
    const draft = cart([one.id])
    await who.call('enrolments-hold', { draft })
    const agreed = (await who.call('enrolments-quote', { draft })).choices.map(({ reasons: _reasons, ...each }) => each)
    s.clock.now = minutes(20)
    await s.register(other, { ...draft, children: [{ ...draft.children[0]!, name: 'Faster Child' }] }, {})
    const before = await rows(s.database.db, sql`select count(*) from registrations`)
    await expect(who.call('enrolments-submit', { draft, agreedCents: 0, agreed })).rejects.toMatchObject({
      details: { reason: 'CLASS_FULL', fields: [{ path: 'choices.0', message: 'full' }] },
    })
    expect(await rows(s.database.db, sql`select count(*) from registrations`)).toEqual(before)
  })

  test('holds seats for siblings, but no more than one family can need', async () => {
    const small = await newClass(3)
    const big = await newClass(40)
    const who = await somebody()
    const all = await who.call('enrolments-hold', { draft: cart([small.id], 4) })
    expect(all.choices.map(({ isHeld }) => isHeld)).toEqual([true, true, true, false])
    await who.call('enrolments-hold', { draft: cart([big.id], 12) })
    expect([await placesOf(small.id), await placesOf(big.id)]).toEqual([3, 34])
  })

  test('holds nothing without a sign-in and a verified address', async () => {
    const one = await newClass(2)
    const who = await somebody()
    await s.database.db.execute(sql`update accounts set is_verified = false where email = ${who.email}`)
    await expect(who.call('enrolments-hold', { draft: cart([one.id]) })).rejects.toMatchObject({
      details: { reason: 'EMAIL_NOT_VERIFIED' },
    })
    await expect(s.anybody.call('enrolments-hold', { draft: cart([one.id]) })).rejects.toMatchObject({
      details: { reason: 'SIGN_IN_NEEDED' },
    })
  })
})
