import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audience } from '#contract/communication/messages.audience.ts'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
/** Cal is the father of Kim, who is in the chess class and no other. */
let cal: Person
beforeAll(async () => {
  s = await school()
  cal = await s.newcomer('cal@home.example', 'Cal')
  await s.register(
    cal,
    family(
      { name: 'Cal Kim' },
      [{ key: 'kim', name: 'Kim Kim', birthOn: '2018-02-02' }],
      [{ childKey: 'kim', sectionId: s.chess.id }],
      s.term.id,
    ),
  )
})
afterAll(() => s.drop())

const everyone: Audience = [{ kind: 'everyone' }]
const event = (over: Partial<Input<'events-create'>> = {}): Input<'events-create'> => ({
  title: 'Potluck',
  nativeTitle: '中秋聚餐',
  description: 'Bring a dish.',
  nativeDescription: '请带一道菜。',
  place: 'Cafeteria',
  isAllDay: false,
  startsOn: '2026-09-26',
  endsOn: '2026-09-26',
  startTime: '17:00',
  endTime: '20:00',
  audience: everyone,
  isPublic: false,
  takesRsvp: true,
  capacity: null,
  rsvpClosesAt: null,
  slots: [],
  ...over,
})
const slot = (over: Partial<Input<'events-create'>['slots'][number]> = {}) => ({
  id: null,
  name: 'Hall duty',
  nativeName: '大厅值班',
  startsAt: '2026-09-26T17:00',
  endsAt: '2026-09-26T18:00',
  capacity: 1,
  opensAt: null,
  locksAt: null,
  ...over,
})
const publish = async (over: Partial<Input<'events-create'>> = {}) => {
  const { id } = await s.ida.call('events-create', event(over))
  return s.ida.call('events-move', { id, to: 'published' })
}
const householdOf = async (who: Person) => (await who.call('parents-household', {}))[0]!.id
const answer = async (who: Person, eventId: string, over: Partial<Input<'events-answer'>> = {}) =>
  who.call('events-answer', {
    eventId,
    householdId: await householdOf(who),
    answer: 'yes',
    partySize: 2,
    note: '',
    ...over,
  })
const september = { from: '2026-09-01', to: '2026-09-30' }
const titles = async (who: Person, over: Partial<Input<'events-calendar'>> = {}) =>
  (await who.call('events-calendar', { ...september, ...over })).events.map(({ title }) => title)
const reason = (name: string) => ({ details: { reason: name } })
const mailsTo = async (to: string, containing: string) =>
  rows<{ subject: string; text: string }>(
    s.database.db,
    sql`select subject, text from mails where "to" = ${to} and subject like ${`%${containing}%`}`,
  )

describe('who sees an event', () => {
  test('only the office sees a draft, and only its audience and the office a published event', async () => {
    const draft = await s.ida.call(
      'events-create',
      event({ title: 'Grade 1 picnic', audience: [{ kind: 'class', sectionId: s.grade1.id }] }),
    )
    expect(draft).toMatchObject({ status: 'draft', state: 'draft', startTime: '17:00', endTime: '20:00' })
    expect(await titles(s.ida)).toContain('Grade 1 picnic')
    expect(await titles(s.ida, { mine: true })).toEqual([])
    expect(await titles(s.ann)).toEqual([])
    await s.ida.call('events-move', { id: draft.id, to: 'published' })
    expect(await titles(s.ann)).toEqual(['Grade 1 picnic'])
    expect(await titles(s.bob)).toEqual(['Grade 1 picnic'])
    expect(await titles(cal)).toEqual([])
    expect(await titles(s.tom)).toEqual([])
    await expect(cal.call('events-get', { id: draft.id })).rejects.toMatchObject({ code: 'not-found' })
    expect((await s.ann.call('events-agenda', {})).rows.map(({ title }) => title)).toContain('Grade 1 picnic')
    expect((await cal.call('events-agenda', {})).rows).toEqual([])
  })

  test('families don’t learn who else it is for', async () => {
    const [found] = (await s.ann.call('events-agenda', {})).rows
    expect(found!.audience).toBeNull()
    expect((await s.ann.call('events-get', { id: found!.id })).audience).toBeNull()
    expect((await s.ida.call('events-get', { id: found!.id })).audience).toHaveLength(1)
  })

  test('a guardian who loses data access no longer sees any of it', async () => {
    const { id } = await publish({ title: 'Parents only', audience: [{ kind: 'role', role: 'parent' }] })
    expect(await titles(s.bob)).toContain('Parents only')
    const bob = (await s.bob.actor()).personId!
    const access = (on: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${on} where guardian_id = ${bob}::uuid`)
    const householdId = await householdOf(s.bob)
    await access(false)
    expect(await titles(s.bob)).toEqual([])
    expect(await s.bob.call('events-meetings', september)).toEqual([])
    await expect(s.bob.call('events-get', { id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      s.bob.call('events-answer', { eventId: id, householdId, answer: 'yes', partySize: 1, note: '' }),
    ).rejects.toMatchObject({ code: 'not-found' })
    await access(true)
    expect(await titles(s.bob)).toContain('Parents only')
  })

  test('everyone sees public events, without their audience', async () => {
    await publish({ title: 'Open house', isPublic: true, isAllDay: true, startTime: null, endTime: null })
    await s.ida.call('events-create', event({ title: 'Public draft', isPublic: true }))
    const [open, ...others] = await s.anybody.call('events-public', {})
    expect(open).toMatchObject({ title: 'Open house', startsOn: '2026-09-26', startTime: null })
    expect(others).toEqual([])
    expect(open).not.toHaveProperty('audience')
  })
})

describe('the office', () => {
  test('changes, copies and removes events', async () => {
    const made = await s.ida.call('events-create', event({ title: 'Contest', slots: [slot()] }))
    const changed = await s.ida.call('events-change', {
      ...event({
        title: 'Speech contest',
        slots: [{ ...slot(), id: made.slots[0]!.id, capacity: 3 }, slot({ name: 'Judge' })],
      }),
      id: made.id,
    })
    expect(changed.slots.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Hall duty', 3],
      ['Judge', 1],
    ])
    expect(changed.slots[0]!.id).toBe(made.slots[0]!.id)
    const copy = await s.ida.call('events-copy', { id: made.id, startsOn: '2026-11-07' })
    // The clocks change between the two days.
    expect(copy).toMatchObject({ title: 'Speech contest', status: 'draft', startsOn: '2026-11-07', startTime: '17:00' })
    expect(copy.slots.map(({ startsAt }) => startsAt)).toEqual(['2026-11-07T17:00', '2026-11-07T17:00'])
    expect(copy.slots[0]!.id).not.toBe(changed.slots[0]!.id)
    await s.ida.call('events-remove', { id: copy.id })
    await expect(s.ida.call('events-get', { id: copy.id })).rejects.toMatchObject({ code: 'not-found' })
    await s.ida.call('events-move', { id: made.id, to: 'published' })
    await expect(s.ida.call('events-remove', { id: made.id })).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
    await s.ida.call('events-move', { id: made.id, to: 'draft' })
    await s.ida.call('events-remove', { id: made.id })
  })

  test('finds events in either script, and pages by key', async () => {
    for (let index = 0; index < 52; index += 1)
      await s.ida.call(
        'events-create',
        event({ title: `Series ${index}`, nativeTitle: '系列活动', startsOn: '2026-12-05', endsOn: '2026-12-05' }),
      )
    const first = await s.ida.call('events-agenda', { search: '系列' })
    expect([first.rows.length, first.total]).toEqual([50, 52])
    const second = await s.ida.call('events-agenda', { search: '系列', after: first.next! })
    expect(second.rows).toHaveLength(2)
    expect(second.next).toBeNull()
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(52)
    const later = { now: new Date('2026-12-24T12:00:00Z') }
    expect((await s.ida.call('events-agenda', { search: 'series', view: 'past' }, later)).total).toBe(52)
    await s.database.db.execute(sql`delete from events where title like 'Series %'`)
  })

  test('is told at the field what is wrong', async () => {
    const refused = (over: Partial<Input<'events-create'>>, path: string) =>
      expect(s.ida.call('events-create', event(over))).rejects.toMatchObject({ details: { fields: [{ path }] } })
    await refused({ endsOn: '2026-09-25' }, 'endsOn')
    await refused({ endsOn: '2027-09-25' }, 'endsOn')
    await refused({ endTime: '16:00' }, 'endTime')
    await refused({ startTime: null }, 'startTime')
    await refused({ audience: [] }, 'audience')
    await refused({ title: ' ' }, 'title')
    await refused({ slots: [slot({ endsAt: null })] }, 'slots.0.endsAt')
    await refused({ slots: [slot(), slot({ endsAt: '2026-09-26T16:00' })] }, 'slots.1.endsAt')
    await refused({ slots: [slot({ startsAt: '2026-02-31T16:00' })] }, 'slots.0.startsAt')
  })
})

describe('answers', () => {
  test('one member answers for the household, and the office sees who comes', async () => {
    const { id } = await publish({ title: 'Gala', capacity: 10, rsvpClosesAt: '2026-09-20T18:00' })
    expect(await s.ann.call('events-get', { id })).toMatchObject({ mayAnswer: true, myAnswer: null, needsAnswer: true })
    // A teacher without children can't answer for anyone.
    expect(await s.tom.call('events-get', { id })).toMatchObject({ needsAnswer: false, households: [] })
    expect(await answer(s.ann, id, { partySize: 4, note: '一位吃素' })).toMatchObject({
      myAnswer: 'yes',
      needsAnswer: false,
      people: 4,
      households: [{ answer: 'yes', partySize: 4, note: '一位吃素' }],
    })
    await answer(s.bob, id, { answer: 'maybe', partySize: 3 })
    await answer(cal, id, { answer: 'no', partySize: 1 })
    const seen = await s.ida.call('events-answers', { eventId: id })
    expect(seen.rows.map(({ answer: given, partySize }) => [given, partySize])).toEqual(
      expect.arrayContaining([
        ['yes', 4],
        ['maybe', 3],
        ['no', 1],
      ]),
    )
    expect(seen.rows.find(({ answer: given }) => given === 'yes')).toMatchObject({ by: 'Ann Wang', note: '一位吃素' })
    expect((await s.ida.call('events-get', { id })).answers).toEqual({ yes: 1, no: 1, maybe: 1 })
    await expect(s.ida.call('events-change', { ...event({ title: 'Gala', capacity: 3 }), id })).rejects.toMatchObject({
      details: { fields: [{ path: 'capacity', message: 'seated' }] },
    })
    const late = { now: new Date('2026-09-20T22:00:00Z') }
    await expect(
      s.ann.call(
        'events-answer',
        { eventId: id, householdId: await householdOf(s.ann), answer: 'no', partySize: 1, note: '' },
        late,
      ),
    ).rejects.toMatchObject(reason('ANSWERS_CLOSED'))
    await expect(s.ida.call('events-move', { id, to: 'draft' })).rejects.toMatchObject(reason('SOMEBODY_ANSWERED'))
  })

  test('no one answers for another household', async () => {
    const { id } = await publish({ title: 'Answer for yourself' })
    await answer(s.bob, id)
    const householdId = await householdOf(s.bob)
    await expect(
      s.ann.call('events-answer', { eventId: id, householdId, answer: 'no', partySize: 1, note: '' }),
    ).rejects.toMatchObject({ code: 'not-found' })
    expect((await s.ida.call('events-get', { id })).answers).toEqual({ yes: 1, no: 0, maybe: 0 })
  })

  test('simultaneous answers never fill more places than there are', async () => {
    const { id } = await publish({ title: 'Six places', capacity: 6 })
    const outcomes = await Promise.allSettled(
      [s.ann, s.bob, cal, s.ann, s.bob, cal].map((who, index) =>
        answer(who, id, { partySize: 3, note: String(index) }),
      ),
    )
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(reason('EVENT_FULL'))
    const found = await s.ida.call('events-get', { id })
    expect(found).toMatchObject({ people: 6, state: 'full', answers: { yes: 2 } })
    // A full event still accepts a no, which frees spots.
    const coming = (await s.ida.call('events-answers', { eventId: id })).rows.map(({ by }) => by)
    const who = coming.includes('Ann Wang') ? s.ann : s.bob
    expect(await answer(who, id, { answer: 'no' })).toMatchObject({ people: 3, state: 'open' })
  })
})

describe('slots', () => {
  test('a person takes and leaves a slot; the office marks who came', async () => {
    const { id, slots } = await publish({ title: 'Fair', slots: [slot({ capacity: 2 })] })
    const slotId = slots[0]!.id
    expect((await s.ann.call('events-takeSlot', { slotId, note: '' })).slots[0]).toMatchObject({
      state: 'mine',
      taken: 1,
      myStatus: 'taken',
    })
    // A repeated request changes nothing.
    expect((await s.ann.call('events-takeSlot', { slotId, note: '' })).slots[0]).toMatchObject({ taken: 1 })
    await s.tom.call('events-takeSlot', { slotId, note: 'After class' })
    await expect(s.bob.call('events-takeSlot', { slotId, note: '' })).rejects.toMatchObject(reason('SLOT_FULL'))
    const signUps = await s.ida.call('events-signUps', { eventId: id })
    expect(signUps.map(({ name, note }) => [name, note])).toEqual([
      ['Ann Wang', ''],
      ['Tom Teacher', 'After class'],
    ])
    await s.ida.call('events-markSignUp', { id: signUps[1]!.id, to: 'excused' })
    await s.bob.call('events-takeSlot', { slotId, note: '' })
    await expect(s.ida.call('events-markSignUp', { id: signUps[1]!.id, to: 'confirmed' })).rejects.toMatchObject(
      reason('SLOT_FULL'),
    )
    await s.ann.call('events-leaveSlot', { slotId })
    await expect(s.ann.call('events-leaveSlot', { slotId })).rejects.toMatchObject({ code: 'not-found' })
    expect(await s.ida.call('events-markSignUp', { id: signUps[1]!.id, to: 'worked' })).toMatchObject({
      status: 'worked',
    })
    await expect(s.ida.call('events-markSignUp', { id: signUps[0]!.id, to: 'worked' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(s.ida.call('events-change', { ...event({ title: 'Fair', slots: [] }), id })).rejects.toMatchObject(
      reason('SLOT_TAKEN'),
    )
    await expect(
      s.ida.call('events-change', { ...event({ title: 'Fair', slots: [{ ...slot(), id: slotId }] }), id }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'slots.0.capacity', message: 'seated' }] } })
  })

  test('only one of those who want the last place gets it', async () => {
    const { slots } = await publish({ title: 'Race', slots: [slot({ startsAt: null, endsAt: null })] })
    const slotId = slots[0]!.id
    const outcomes = await Promise.allSettled(
      [s.ann, s.bob, s.tom, s.eve, cal].map(who => who.call('events-takeSlot', { slotId, note: '' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(reason('SLOT_FULL'))
  })

  test('no one takes two slots at the same time, even with simultaneous requests', async () => {
    const { slots } = await publish({
      title: 'Two at once',
      startsOn: '2026-10-03',
      endsOn: '2026-10-03',
      slots: [
        slot({ name: 'A', startsAt: '2026-10-03T17:00', endsAt: '2026-10-03T18:00' }),
        slot({ name: 'B', startsAt: '2026-10-03T17:30', endsAt: '2026-10-03T18:30' }),
        slot({ name: 'C', startsAt: '2026-10-03T18:00', endsAt: '2026-10-03T19:00' }),
      ],
    })
    const [a, b, c] = slots.map(({ id }) => id)
    const outcomes = await Promise.allSettled(
      [a!, b!].map(slotId => s.eve.call('events-takeSlot', { slotId, note: '' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await s.ann.call('events-takeSlot', { slotId: outcomes[0]!.status === 'fulfilled' ? b! : a!, note: '' })
    await expect(
      s.ann.call('events-takeSlot', { slotId: outcomes[0]!.status === 'fulfilled' ? a! : b!, note: '' }),
    ).rejects.toMatchObject({ details: { reason: expect.stringMatching(/SLOT_(CLASH|FULL)/) as string } })
    if (outcomes[0]!.status === 'fulfilled')
      await expect(s.eve.call('events-takeSlot', { slotId: c!, note: '' })).resolves.toBeTruthy()
  })

  test('are taken only between opening and locking, and only by the event’s audience', async () => {
    const { slots } = await publish({
      title: 'Timed list',
      audience: [{ kind: 'class', sectionId: s.grade1.id }],
      slots: [slot({ opensAt: '2026-09-14T20:00', locksAt: '2026-09-20T20:00' })],
    })
    const slotId = slots[0]!.id
    const at = (instant: string) => ({ now: new Date(instant) })
    await expect(s.ann.call('events-takeSlot', { slotId, note: '' })).rejects.toMatchObject(reason('SLOT_EARLY'))
    await expect(cal.call('events-takeSlot', { slotId, note: '' }, at('2026-09-15T01:00:00Z'))).rejects.toMatchObject({
      code: 'not-found',
    })
    await s.ann.call('events-takeSlot', { slotId, note: '' }, at('2026-09-15T00:00:00Z'))
    await expect(s.ann.call('events-leaveSlot', { slotId }, at('2026-09-21T00:00:00Z'))).rejects.toMatchObject(
      reason('SLOT_LOCKED'),
    )
    await expect(s.bob.call('events-takeSlot', { slotId, note: '' }, at('2026-09-21T00:00:00Z'))).rejects.toMatchObject(
      reason('SLOT_LOCKED'),
    )
  })
})

describe('a canceled event', () => {
  test('is announced once to those who said yes or have a slot, each in their language', async () => {
    await s.database.db.execute(
      sql`update persons set language = 'zh', native_name = '李波' where email = 'bob@home.example'`,
    )
    const { id, slots } = await publish({
      title: 'Lantern walk',
      nativeTitle: '提灯游行',
      slots: [slot({ startsAt: null, endsAt: null })],
    })
    await answer(s.ann, id)
    await s.bob.call('events-takeSlot', { slotId: slots[0]!.id, note: '' })
    await answer(cal, id, { answer: 'no' })
    const cancelled = await s.ida.call('events-move', { id, to: 'cancelled' })
    expect(cancelled.state).toBe('cancelled')
    const [toAnn] = await mailsTo('ann@home.example', 'Lantern walk')
    expect(toAnn).toMatchObject({ subject: 'Canceled: Lantern walk' })
    expect(toAnn!.text).toContain('Saturday, September 26, 2026 at 5:00 PM')
    const [toBob] = await mailsTo('bob@home.example', '提灯游行')
    expect(toBob!.subject).toBe('活动取消：提灯游行')
    expect(toBob!.text).toContain('李波，您好')
    expect(toBob!.text).toContain('大厅值班')
    expect(await mailsTo('cal@home.example', 'Lantern walk')).toEqual([])
    // Families see it as canceled, and nobody can answer or help anymore.
    expect((await s.ann.call('events-get', { id })).state).toBe('cancelled')
    await expect(answer(s.ann, id)).rejects.toMatchObject(reason('ANSWERS_CLOSED'))
    await expect(s.ann.call('events-takeSlot', { slotId: slots[0]!.id, note: '' })).rejects.toMatchObject(
      reason('EVENT_OVER'),
    )
    await expect(s.ida.call('events-move', { id, to: 'published' })).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
  })

  test('is not emailed to those who turned off event emails', async () => {
    const { id } = await publish({ title: 'Kite day' })
    await answer(s.ann, id)
    await answer(cal, id)
    const calId = (await cal.actor()).personId!
    await s.database.db.execute(
      sql`insert into notification_preferences (person_id, category, mail) values (${calId}::uuid, 'events', 'off')`,
    )
    await s.ida.call('events-move', { id, to: 'cancelled' })
    expect(await mailsTo('ann@home.example', 'Kite day')).toHaveLength(1)
    expect(await mailsTo('cal@home.example', 'Kite day')).toEqual([])
  })

  test('is not emailed to a guardian without data access', async () => {
    const { id } = await publish({ title: 'Bonfire' })
    await answer(s.ann, id)
    await answer(s.bob, id)
    const bob = (await s.bob.actor()).personId!
    await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${bob}::uuid`)
    await s.ida.call('events-move', { id, to: 'cancelled' })
    expect(await mailsTo('ann@home.example', 'Bonfire')).toHaveLength(1)
    expect(await mailsTo('bob@home.example', '中秋')).toEqual([])
    await s.database.db.execute(sql`update guardianships set has_data_access = true where guardian_id = ${bob}::uuid`)
  })
})

describe('the calendar', () => {
  test('has the school days, the closures and the reader’s own meetings', async () => {
    const { days } = await s.ida.call('events-calendar', { from: '2026-11-01', to: '2026-11-30' })
    expect(days[0]).toMatchObject({
      onDay: '2026-11-01',
      kind: 'session',
      lesson: 8,
      starts: [
        { startsAt: '14:00', classes: 1 },
        { startsAt: '16:05', classes: 1 },
      ],
    })
    expect(days.at(-1)).toMatchObject({ onDay: '2026-11-29', kind: 'closure', note: 'Holiday', nativeNote: '节日' })
    const day = { from: '2026-11-01', to: '2026-11-01' }
    const seen = async (who: Person) =>
      (await who.call('events-meetings', day)).map(({ name, children }) => [name, children])
    expect(await seen(s.ida)).toEqual([
      ['Grade 1', []],
      ['Chess', []],
    ])
    expect(await seen(s.ann)).toEqual([['Grade 1', ['Mia Wang', 'Leo Wang']]])
    const [ofAnn] = await s.ann.call('events-meetings', day)
    expect(ofAnn!.childNativeNames).toEqual(['王美雅', '王乐'])
    expect(await seen(cal)).toEqual([['Chess', ['Kim Kim']]])
    expect(await seen(s.tom)).toEqual([['Grade 1', []]])
    await expect(s.ann.call('events-meetings', { from: '2026-09-01', to: '2026-12-31' })).rejects.toMatchObject({
      details: { fields: [{ path: 'to' }] },
    })
  })
})

test('people see and can cancel what they signed up for after their last child has left, unless barred from a child', async () => {
  const { id, slots } = await publish({
    title: 'Grade 1 fair',
    audience: [{ kind: 'class', sectionId: s.grade1.id }],
    slots: [slot({ startsAt: null, endsAt: null })],
  })
  const slotId = slots[0]!.id
  await s.ann.call('events-takeSlot', { slotId, note: '' })
  const { personId } = await s.ann.actor()
  const hers = sql`student_id in (select g.student_id from guardianships g where g.guardian_id = ${personId}::uuid)`
  await s.database.db.execute(sql`update enrolments set status = 'withdrawn', ended_at = now() where ${hers}`)
  await s.database.db.execute(
    sql`update guardianships set has_data_access = false where guardian_id = ${personId}::uuid and student_id = (select min(student_id::text)::uuid from guardianships where guardian_id = ${personId}::uuid)`,
  )
  await expect(s.ann.call('events-get', { id, mine: true })).rejects.toMatchObject({ code: 'not-found' })
  expect(await titles(s.ann)).not.toContain('Grade 1 fair')
  await s.database.db.execute(
    sql`update guardianships set has_data_access = true where guardian_id = ${personId}::uuid`,
  )
  expect(await titles(s.ann, { mine: true })).toContain('Grade 1 fair')
  expect(await s.ann.call('events-get', { id, mine: true })).toMatchObject({ mySlots: 1 })
  expect(await s.ann.call('events-leaveSlot', { slotId })).toMatchObject({ mySlots: 0 })
  // Then it isn't theirs anymore.
  expect(await titles(s.ann, { mine: true })).not.toContain('Grade 1 fair')
  await expect(s.ann.call('events-takeSlot', { slotId, note: '' })).rejects.toMatchObject({ code: 'not-found' })
})
