import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DutyReason } from '#contract/communication/duties.ts'
import { dutyExempts } from '#contract/settings.plain.ts'
import { dutyReasonOf, dutyStanding } from '#rules/duties.ts'
import { rows } from '#server/platform/db.ts'
import { serve } from '#tests/served.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

const rule = { points: 4, fromDay: '2026-08-01', exempt: [...dutyExempts] }
const event = {
  title: 'Clean-up',
  nativeTitle: '大扫除',
  description: '',
  nativeDescription: '',
  place: 'Hall',
  isAllDay: false,
  startsOn: '2026-09-20',
  endsOn: '2026-09-20',
  startTime: '14:00',
  endTime: '17:00',
  audience: [{ kind: 'everyone' as const }],
  isPublic: false,
  takesRsvp: false,
  capacity: null,
  rsvpClosesAt: null,
}
const slot = (name: string, from: string, points: number, capacity = 3) => ({
  id: null,
  name,
  nativeName: '',
  startsAt: `2026-09-20T${from}`,
  endsAt: `2026-09-20T${String(Number(from.slice(0, 2)) + 1).padStart(2, '0')}:00`,
  capacity,
  points,
  opensAt: null,
  locksAt: null,
})

let s: SmallSchool
let homes: { ann: string; bob: string }
beforeAll(async () => {
  s = await school()
  homes = { ann: s.annRegistration.householdId, bob: s.bobRegistration.householdId }
})
afterAll(async () => s.drop())

/** An event with a shift of two points, a shift of one, and a dish without points. */
let days = 20
const opened = async () => {
  const day = `2026-09-${days++}`
  const onDay = (each: ReturnType<typeof slot>) => ({
    ...each,
    startsAt: `${day}${each.startsAt.slice(10)}`,
    endsAt: `${day}${each.endsAt.slice(10)}`,
  })
  const made = await s.ida.call('events-create', {
    ...event,
    startsOn: day,
    endsOn: day,
    slots: [slot('Hall', '14:00', 2), slot('Snacks', '15:00', 1), slot('Dish', '16:00', 0)].map(onDay),
  })
  await s.ida.call('events-move', { id: made.id, to: 'published' })
  const [hall, snacks, dish] = made.slots
  return { id: made.id, hall: hall!.id, snacks: snacks!.id, dish: dish!.id }
}
const take = (who: Person, slotId: string) => who.call('events-takeSlot', { slotId, note: '' })
const mark = async (eventId: string, slotId: string, to: 'worked' | 'no-show' | 'excused') => {
  const signUp = (await s.ida.call('events-signUps', { eventId })).find(each => each.slotId === slotId)!
  return s.ida.call('events-markSignUp', { id: signUp.id, to })
}
const standingOf = async (householdId: string) => {
  const { id: _id, name: _name, shifts, ...standing } = await s.ida.call('duties-get', { id: householdId })
  return { ...standing, shifts: shifts.map(({ name, status, points, by }) => ({ name, status, points, by })) }
}

describe('while the school asks for no duties', () => {
  test('there are no years, no families and nothing on families’ pages', async () => {
    expect(await s.ida.call('duties-years', {})).toEqual([])
    expect(await s.ida.call('duties-list', {})).toEqual({ rows: [], next: null, total: 0 })
    expect(await s.ann.call('duties-mine', {})).toEqual([])
    await expect(s.ida.call('duties-get', { id: homes.ann })).rejects.toMatchObject({
      details: { reason: 'DUTIES_OFF' },
    })
    await expect(
      s.ida.call('duties-exempt', { ids: [homes.ann], reason: 'Ill', isForGood: false }),
    ).rejects.toMatchObject({ details: { reason: 'DUTIES_OFF' } })
  })
  test('a rule with points needs a first day', async () => {
    await expect(s.ida.call('config-changeDuties', { ...rule, fromDay: null })).rejects.toMatchObject({
      details: { fields: [{ path: 'fromDay', message: 'required' }] },
    })
  })
  test('a rule’s effect is shown before it is saved', async () => {
    expect(await s.ida.call('duties-preview', rule)).toMatchObject({
      year: { from: '2026-08-01', to: '2027-07-31' },
      families: 2,
      owing: 2,
      exempt: [],
      due: 8,
      owed: 8,
    })
    expect((await s.ida.call('duties-preview', { ...rule, fromDay: '2027-01-01' })).year).toBeNull()
  })
})

describe('what families owe', () => {
  beforeAll(async () => {
    await s.ida.call('config-changeDuties', rule)
  })

  test('worked shifts count, upcoming ones are shown as planned, and events without points count nothing', async () => {
    const { id, hall, snacks, dish } = await opened()
    await take(s.ann, hall)
    await take(s.ann, snacks)
    await take(s.ann, dish)
    expect(await standingOf(homes.ann)).toMatchObject({ due: 4, worked: 0, planned: 3, owed: 4, reason: null })
    await mark(id, hall, 'worked')
    await mark(id, snacks, 'no-show')
    expect(await standingOf(homes.ann)).toEqual({
      due: 4,
      worked: 2,
      planned: 0,
      missed: 1,
      owed: 2,
      reason: null,
      nativeName: '',
      note: '',
      shifts: [
        { name: 'Snacks', status: 'no-show', points: 1, by: 'Ann Wang' },
        { name: 'Hall', status: 'worked', points: 2, by: 'Ann Wang' },
      ],
    })
    expect(await s.ann.call('duties-mine', {})).toMatchObject([{ id: homes.ann, due: 4, worked: 2, owed: 2 }])
    // The office sees Bob's family, and Ann sees nothing of it.
    expect((await s.ida.call('duties-list', {})).rows.map(row => row.id)).toContain(homes.bob)
    expect((await s.ann.call('duties-mine', {})).map(row => row.id)).not.toContain(homes.bob)
    await expect(s.ann.call('duties-list', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    await expect(s.tom.call('duties-get', { id: homes.ann })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
  })

  test('all sign-ups not yet marked are marked as worked at once, and that can be undone', async () => {
    const { id, hall, snacks } = await opened()
    await take(s.bob, hall)
    await take(s.bob, snacks)
    await mark(id, snacks, 'excused')
    // Nobody has worked a shift that has not begun.
    expect(await s.ida.call('events-markAllWorked', { eventId: id })).toEqual({ marked: 0, batchId: null })
    const over = { now: new Date('2026-10-01T12:00:00Z') }
    const { marked, batchId } = await s.ida.call('events-markAllWorked', { eventId: id }, over)
    expect(marked).toBe(1)
    expect(await standingOf(homes.bob)).toMatchObject({ worked: 2, planned: 0, missed: 0, owed: 2 })
    await s.ida.call('batches-undo', { id: batchId! }, over)
    expect(await standingOf(homes.bob)).toMatchObject({ worked: 0, planned: 2, owed: 4 })
    // Before marking again, Ann still owes what she has not signed up for: 2 of 4, like Bob.
    expect(await s.ida.call('duties-preview', rule)).toMatchObject({ unplanned: 4 })
    await s.ida.call('events-markAllWorked', { eventId: id }, over)
    expect(await s.ida.call('events-markAllWorked', { eventId: id }, over)).toEqual({ marked: 0, batchId: null })
  })

  test('a shift of a canceled event is no longer planned', async () => {
    const { id, hall } = await opened()
    await take(s.ann, hall)
    expect((await standingOf(homes.ann)).planned).toBe(2)
    await s.ida.call('events-move', { id, to: 'cancelled' })
    expect((await standingOf(homes.ann)).planned).toBe(0)
    const over = { now: new Date('2026-10-01T12:00:00Z') }
    expect(await s.ida.call('events-markAllWorked', { eventId: id }, over)).toEqual({ marked: 0, batchId: null })
  })

  test('the office exempts families with a reason, several at once, and can undo it', async () => {
    const { exempted, batchId } = await s.ida.call('duties-exempt', {
      ids: [homes.ann, homes.bob],
      reason: 'New baby',
      isForGood: false,
    })
    expect(exempted).toBe(2)
    expect(await standingOf(homes.ann)).toMatchObject({
      due: 0,
      owed: 0,
      worked: 2,
      reason: 'office',
      note: 'New baby',
    })
    const list = await s.ida.call('duties-list', { view: 'exempt' })
    expect(list.total).toBe(2)
    await s.ida.call('batches-undo', { id: batchId! })
    expect((await s.ida.call('duties-list', { view: 'exempt' })).total).toBe(0)
  })

  test('a family exempt for good stays exempt the next year, until the office ends it; past years stay exempt', async () => {
    const next = { now: new Date('2027-09-01T12:00:00Z') }
    await s.ida.call('duties-exempt', { ids: [homes.ann], reason: 'Ill', isForGood: true })
    expect((await s.ida.call('duties-exempt', { ids: [homes.ann], reason: 'Again', isForGood: true })).exempted).toBe(0)
    expect((await s.ida.call('duties-years', {}, next)).map(({ from }) => from)).toEqual(['2027-08-01', '2026-08-01'])
    // The term reaches into the next year, so that the family has children in class then, too.
    const endsOn = (day: string) =>
      s.database.db.execute(sql`update terms set ends_on = ${day}::date where id = ${s.term.id}::uuid`)
    await endsOn('2027-12-19')
    const standingIn = (year: string) => s.ida.call('duties-get', { id: homes.ann, year }, next)
    expect(await standingIn('2027-09-01')).toMatchObject({ reason: 'office', due: 0, owed: 0 })
    await s.ida.call('duties-endExemption', { ids: [homes.ann] }, next)
    expect(await standingIn('2027-09-01')).toMatchObject({ reason: null, due: 4, owed: 4 })
    // The year that was exempt stays exempt.
    expect(await standingIn('2026-09-01')).toMatchObject({ reason: 'office', due: 0 })
    // If revoked in its first year, the exemption applies to no year.
    await s.ida.call('duties-endExemption', { ids: [homes.ann] })
    expect(await standingOf(homes.ann)).toMatchObject({ reason: null, due: 4 })
    // An exemption that isn't for good ends with its year.
    const { batchId } = await s.ida.call('duties-exempt', { ids: [homes.ann], reason: 'Moving', isForGood: false })
    expect(await standingIn('2026-09-01')).toMatchObject({ reason: 'office', due: 0 })
    expect(await standingIn('2027-09-01')).toMatchObject({ reason: null, due: 4 })
    await s.ida.call('batches-undo', { id: batchId! })
    await endsOn('2026-12-20')
  })

  test.each(['2027-08-01', '9999-12-31'])('a year that has not begun is refused at its field: %s', async year => {
    await expect(s.ida.call('duties-get', { id: homes.ann, year: '2027-07-31' })).resolves.toMatchObject({ due: 4 })
    await expect(s.ida.call('duties-get', { id: homes.ann, year })).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { fields: [{ path: 'year' }] },
    })
  })

  test('a later rule leaves a past year as it was', async () => {
    const later = { now: new Date('2027-09-01T12:00:00Z') }
    await s.ida.call('config-changeDuties', { ...rule, points: 9 }, later)
    const before = await s.ida.call('duties-list', { year: '2026-09-01' }, later)
    expect(before.rows.find(({ id }) => id === homes.bob)).toMatchObject({ due: 4 })
    // The school's clock is before that change: the newest rule applies to the current year.
    await s.database.db.execute(sql`delete from setting_versions where created_at = '2027-09-01T12:00:00Z'`)
  })

  test('lists are searched and sorted, and exported to a file only for the office', async () => {
    const sorted = await s.ida.call('duties-list', { sort: 'worked', down: true })
    expect(sorted.rows.map(({ worked }) => worked)).toEqual(
      sorted.rows.map(({ worked }) => worked).toSorted((a, b) => b - a),
    )
    expect((await s.ida.call('duties-list', { search: 'Zoe' })).rows.map(({ id }) => id)).toEqual([homes.bob])
    const served = await serve(s)
    try {
      const get = async (path: string, email: string) =>
        fetch(`${served.origin}/files/${path}`, { headers: { cookie: (await served.signIn(email)).cookie } })
      await s.database.db.execute(sql`update persons set native_name = '王安' where email = ${s.ann.email}`)
      const file = await get('duties.csv?lang=en&columns=name,owed,reason', s.ida.email)
      expect(file.status).toBe(200)
      expect(await file.text()).toMatch(/Still owed,Exempt[^]*Ann Wang 王安/)
      expect((await get('duties.csv', s.ann.email)).status).toBe(403)
    } finally {
      await served.close()
    }
  })

  test('the database finds the same exemptions and points for every family as the rule', async () => {
    const found = (await s.ida.call('duties-list', {})).rows
    for (const family of found) {
      const [is] = await rows<Record<'office' | 'officers' | 'staff' | 'roomParents', boolean>>(
        s.database.db,
        sql`select exists (select 1 from duty_exemptions d where d.household_id = ${family.id}::uuid and d.taken_back_at is null) as office,
          exists (select 1 from household_members m join role_grants g on g.person_id = m.person_id where m.household_id = ${family.id}::uuid and g.role = 'admin') as officers,
          exists (select 1 from household_members m join role_grants g on g.person_id = m.person_id where m.household_id = ${family.id}::uuid and g.role = 'teacher') as staff,
          exists (select 1 from household_members m join room_parents r on r.person_id = m.person_id where m.household_id = ${family.id}::uuid) as "roomParents"`,
      )
      const reason: DutyReason | null = dutyReasonOf(rule.exempt, {
        isLetOff: is!.office,
        is: dutyExempts.filter(each => each !== 'adults' && is![each]),
      })
      expect(family.reason).toBe(reason)
      expect({ due: family.due, owed: family.owed }).toEqual(dutyStanding(rule.points, reason, family.worked))
    }
  })

  test('a person in two families works for one of them, in the list and in what each family sees', async () => {
    const { db } = s.database
    const annId = (await s.ann.actor()).personId!
    const worked = async () => {
      const all = (await s.ida.call('duties-list', {})).rows
      for (const family of all) expect(await s.ida.call('duties-get', { id: family.id })).toMatchObject(family)
      for (const who of [s.ann, s.bob])
        for (const own of await who.call('duties-mine', {}))
          expect(own.worked).toBe(all.find(({ id }) => id === own.id)!.worked)
      return Object.fromEntries(all.map(family => [family.id, family.worked]))
    }
    const before = await worked()
    expect(before[homes.ann]).toBeGreaterThan(0)
    await db.execute(
      sql`insert into guardianships (student_id, guardian_id, relationship) select id, ${annId}::uuid, 'other' from students where household_id = ${homes.bob}::uuid`,
    )
    expect(await worked()).toEqual(before)
    await db.execute(
      sql`insert into household_members (household_id, person_id, contact_order) values (${homes.bob}::uuid, ${annId}::uuid, 0)`,
    )
    expect(await worked()).toMatchObject({ [homes.ann]: 0, [homes.bob]: before[homes.ann]! + before[homes.bob]! })
    await db.execute(
      sql`delete from household_members where household_id = ${homes.bob}::uuid and person_id = ${annId}::uuid`,
    )
    await db.execute(
      sql`delete from guardianships g using students st where st.id = g.student_id and st.household_id = ${homes.bob}::uuid and g.guardian_id = ${annId}::uuid`,
    )
  })
})

test('a guardian without data access sees nothing of the family, not even what it owes', async () => {
  expect(await s.ann.call('duties-mine', {})).toHaveLength(1)
  const annId = (await s.ann.actor()).personId!
  const bar = (mayRead: boolean) =>
    s.database.db.execute(sql`update guardianships set has_data_access = ${mayRead} where guardian_id = ${annId}::uuid`)
  await bar(false)
  expect(await s.ann.call('duties-mine', {})).toEqual([])
  await bar(true)
})

describe('exemptions by role', () => {
  test('cover teachers, officers and room parents, as long as the rule says so', async () => {
    await s.ida.call('users-grantRole', { id: (await s.bob.actor()).accountId!, role: 'teacher' })
    expect(await standingOf(homes.bob)).toMatchObject({ reason: 'staff', due: 0, owed: 0 })
    await s.ida.call('config-changeDuties', { ...rule, exempt: ['officers'] })
    expect(await standingOf(homes.bob)).toMatchObject({ reason: null, due: 4 })
    await s.ida.call('users-grantRole', { id: (await s.bob.actor()).accountId!, role: 'admin', area: 'duties' })
    expect(await standingOf(homes.bob)).toMatchObject({ reason: 'officers' })
    await s.ida.call('users-endRole', { id: (await s.bob.actor()).accountId!, role: 'admin' })
    await s.ida.call('users-endRole', { id: (await s.bob.actor()).accountId!, role: 'teacher' })
    await s.ida.call('config-changeDuties', rule)
    const { id } = await s.ida.call('volunteers-appoint', {
      sectionId: s.grade1.id,
      personId: (await s.bob.actor()).personId!,
      toOn: null,
    })
    expect(await standingOf(homes.bob)).toMatchObject({ reason: 'roomParents' })
    await s.ida.call('volunteers-end', { id })
    expect(await standingOf(homes.bob)).toMatchObject({ reason: null })
  })
  test('the duty coordinator can use duties and events, but not students, families, money or accounts', async () => {
    const dora = await s.newcomer('dora@school.example', 'Dora Duty')
    await s.ida.call('users-grantRole', { id: (await dora.actor()).accountId!, role: 'admin', area: 'duties' })
    expect((await dora.call('duties-list', {})).total).toBe(2)
    await dora.call('config-changeDuties', rule)
    // An event of theirs from its draft to the shift that somebody worked.
    const made = await dora.call('events-create', { ...event, slots: [slot('Door', '14:00', 1)] })
    await dora.call('events-change', { ...event, id: made.id, title: 'Open day', slots: made.slots })
    await dora.call('events-move', { id: made.id, to: 'published' })
    const { rows: found } = await dora.call('events-agenda', { search: 'Open day', mine: false })
    expect(found.map(({ id }) => id)).toEqual([made.id])
    await take(s.bob, made.slots[0]!.id)
    const [signUp] = await dora.call('events-signUps', { eventId: made.id })
    expect(await dora.call('events-markSignUp', { id: signUp!.id, to: 'worked' })).toMatchObject({ status: 'worked' })
    const denied = { details: { reason: 'AREA_NEEDED' } }
    await expect(dora.call('students-list', {})).rejects.toMatchObject(denied)
    await expect(dora.call('parents-list', {})).rejects.toMatchObject(denied)
    await expect(dora.call('payments-households', {})).rejects.toMatchObject(denied)
    await expect(dora.call('users-list', {})).rejects.toMatchObject(denied)
    await expect(dora.call('config-changePricing', await s.ida.call('config-pricing', {}))).rejects.toMatchObject(
      denied,
    )
  })
})
