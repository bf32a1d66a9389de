import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttendanceCode } from '#contract/teaching/absences.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { school, type SmallSchool, sunday } from '#tests/school.ts'
import { noteRoll } from '#server/enrolment/classes/acts.ts'
import { followRoll } from '#server/school/terms/acts.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const mark = (enrolmentId: string, code: 'present' | 'late' | 'absent' = 'present') => ({ enrolmentId, code, note: '' })

test('a teacher takes the roll, and the family sees it', async () => {
  const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  expect(roll).toMatchObject({ isOpen: true, takenAt: null })
  expect(roll.marks.map(({ name, code }) => [name, code])).toEqual([
    ['Zoe Li', null],
    ['Leo Wang', null],
    ['Mia Wang', null],
  ])
  const taken = await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: roll.marks.map(({ enrolmentId, name }) => mark(enrolmentId, name === 'Leo Wang' ? 'late' : 'present')),
  })
  expect(taken.takenAt).not.toBeNull()
  const [mia, leo] = await s.ann.call('students-mine', {})
  expect([mia!.meetings[0]!.code, leo!.meetings[0]!.code]).toEqual(['present', 'late'])
  expect((await s.ann.call('parents-home', {})).meetings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['late', 'present']),
  )
  expect((await s.tom.call('teachers-today', {})).meetings).toMatchObject([
    { isRollTaken: true, present: 3, absent: 0 },
  ])
})

test('changing a mark keeps the earlier one', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const zoe = marks.find(({ name }) => name === 'Zoe Li')!
  await s.ida.call('absences-take', { meetingId: s.meetingId, marks: [mark(zoe.enrolmentId, 'absent')] })
  const kept = await rows<{ code: string }>(
    s.database.db,
    sql`select code from attendance_revisions where enrolment_id = ${zoe.enrolmentId}::uuid order by recorded_at, id`,
  )
  expect(kept.map(({ code }) => code)).toEqual(['present', 'absent'])
  const after = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  expect(after.marks.map(({ code }) => code)).toEqual(['absent', 'late', 'present'])
})

test('another teacher and a parent can’t open a class’s roll', async () => {
  expect(await s.tom.call('absences-roll', { meetingId: s.meetingId })).toBeTruthy()
  await expect(s.eve.call('absences-roll', { meetingId: s.meetingId })).rejects.toMatchObject({ code: 'not-found' })
  await expect(
    s.eve.call('absences-take', { meetingId: s.meetingId, marks: [mark(crypto.randomUUID())] }),
  ).rejects.toMatchObject({ code: 'not-found' })
  await expect(s.ann.call('absences-roll', { meetingId: s.meetingId })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
})

test('the roll shows whom to call for a child, and never a person blocked from pick-up', async () => {
  const householdId = s.annRegistration.householdId
  const contacts = async (who = s.tom) =>
    new Map(
      (await who.call('absences-roll', { meetingId: s.meetingId })).marks.map(one => [
        one.name,
        one.contacts.map(({ name, phone }) => `${name} ${phone}`),
      ]),
    )
  expect((await contacts()).get('Mia Wang')).toEqual(['Grandma +1 555 0199'])
  const father = { phone: '+1 (555) 012-3400', relationship: 'father' }
  await s.ann.call('parents-addContact', { householdId, name: '王大伟', ...father })
  await s.ann.call('parents-addContact', { householdId, name: 'Daddy', ...father, phone: '555 012 3499' })
  await s.ann.call('parents-addContact', { householdId, name: 'Aunt Mei', ...father, phone: '+1 555 0144' })
  expect((await contacts()).get('Mia Wang')).toEqual([
    'Aunt Mei +1 555 0144',
    'Daddy 555 012 3499',
    'Grandma +1 555 0199',
    '王大伟 +1 (555) 012-3400',
  ])
  // One man, known by a native name and a phone number, who must not pick up Mia; nothing was said about Leo.
  await s.database.db.execute(sql`
    with father as (insert into persons (id, name, native_name, phone) values (gen_random_uuid(), 'David Wang', '王大伟', '+15550123499') returning id)
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up)
      select p.id, father.id, 'father', false, false from father, persons p where p.name = 'Mia Wang'`)
  const after = await contacts()
  expect(after.get('Mia Wang')).toEqual(['Aunt Mei +1 555 0144', 'Grandma +1 555 0199'])
  expect(after.get('Leo Wang')).toHaveLength(4)
  await s.ida.call('parents-denyPickUp', {
    householdId,
    studentId: null,
    name: 'Aunt Mei',
    phone: '',
    relationship: '',
    fromDay: '2026-09-13',
    toDay: '2026-09-13',
  })
  expect((await contacts(s.ida)).get('Mia Wang')).toEqual(['Grandma +1 555 0199'])
  await s.database.db.execute(sql`delete from guardianships where relationship = 'father' and not may_pick_up`)
})

test('the roll opens an hour before the class', async () => {
  const marks = (await s.tom.call('absences-roll', { meetingId: s.meetingId })).marks.map(({ enrolmentId }) =>
    mark(enrolmentId),
  )
  const early = { now: new Date(sunday.getTime() - 71 * 60_000) }
  await expect(s.tom.call('absences-take', { meetingId: s.meetingId, marks }, early)).rejects.toMatchObject({
    details: { reason: 'SESSION_NOT_STARTED' },
  })
  const onTime = { now: new Date(sunday.getTime() - 70 * 60_000) }
  await expect(s.tom.call('absences-take', { meetingId: s.meetingId, marks }, onTime)).resolves.toBeTruthy()
})

test('marks can be removed; without any the roll is open again', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const back = { note: '', code: null }
  const some = await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [{ enrolmentId: marks[0]!.enrolmentId, ...back }],
  })
  expect(some.marks.map(({ code }) => code)).toEqual([null, 'present', 'present'])
  expect(some.takenAt).not.toBeNull()
  const none = await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: marks.map(({ enrolmentId }) => ({ enrolmentId, ...back })),
  })
  expect(none.takenAt).toBeNull()
  expect((await s.ann.call('parents-home', {})).meetings.map(({ code, status }) => [code, status])).toEqual([
    [null, 'scheduled'],
    [null, 'scheduled'],
  ])
  const kept = await rows<{ code: string }>(
    s.database.db,
    sql`select code from attendance_revisions where enrolment_id = ${marks[0]!.enrolmentId}::uuid order by recorded_at desc, id desc limit 1`,
  )
  expect(kept).toEqual([{ code: 'unmarked' }])
  await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: marks.map(({ enrolmentId }) => mark(enrolmentId)),
  })
})

test('a mark for a student not in the class is refused, and nothing is marked', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const before = marks.map(({ code }) => code)
  await expect(
    s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: [mark(marks[0]!.enrolmentId, 'absent'), mark(crypto.randomUUID())],
    }),
  ).rejects.toMatchObject({
    details: { reason: 'NOT_ON_ROSTER', fields: [{ path: 'marks.1.enrolmentId', message: 'roster' }] },
  })
  expect((await s.tom.call('absences-roll', { meetingId: s.meetingId })).marks.map(({ code }) => code)).toEqual(before)
})

test('a class keeps its hour when the clocks change', async () => {
  const meetings = await rows<{ onDay: string; at: Date }>(
    s.database.db,
    sql`select on_day::text as "onDay", to_char(starts_at at time zone 'UTC', 'HH24:MI') as at from meetings where section_id = ${s.grade1.id}::uuid and on_day in ('2026-10-25', '2026-11-01') order by on_day`,
  )
  expect(meetings).toEqual([
    { onDay: '2026-10-25', at: '18:00' },
    { onDay: '2026-11-01', at: '19:00' },
  ])
})

test('the school has its own attendance codes, whose meaning is fixed once a roll uses them', async () => {
  const trip = await s.ida.call('absences-createCode', { code: 'excused', name: 'School trip', nativeName: '校外活动' })
  await expect(
    s.ida.call('absences-createCode', { code: 'present', name: 'School trip', nativeName: '' }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'name', message: 'taken' }] } })
  expect(await s.tom.call('absences-codes', {})).toEqual([trip])
  expect(
    await s.ida.call('absences-changeCode', { id: trip.id, code: 'excused', name: 'Excursion', nativeName: '' }),
  ).toMatchObject({ name: 'Excursion' })
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const mia = marks.find(({ name }) => name === 'Mia Wang')!
  const leo = marks.find(({ name }) => name === 'Leo Wang')!
  const take = (code: 'excused' | 'present', ownCodeId: string, { enrolmentId } = mia, note = '') =>
    s.tom.call('absences-take', { meetingId: s.meetingId, marks: [{ enrolmentId, code, ownCodeId, note }] })
  await expect(take('present', trip.id)).rejects.toMatchObject({
    details: { fields: [{ path: 'marks.0.ownCodeId', message: 'choose' }] },
  })
  await take('excused', trip.id)
  const [shown] = await s.ann.call('students-mine', {})
  expect(shown!.meetings[0]).toMatchObject({ code: 'excused', ownCode: { name: 'Excursion' } })
  await expect(
    s.ida.call('absences-changeCode', { id: trip.id, code: 'present', name: 'Excursion', nativeName: '' }),
  ).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
  expect((await s.ida.call('absences-archiveCode', { id: trip.id, isArchived: true })).isArchived).toBe(true)
  await expect(take('excused', trip.id, leo)).rejects.toMatchObject({ details: { fields: [{ message: 'choose' }] } })
  // A mark that has the archived code keeps it when the teacher adds a note.
  await take('excused', trip.id, mia, 'To the zoo')
  const noted = (await s.tom.call('absences-roll', { meetingId: s.meetingId })).marks
  expect(noted.find(({ name }) => name === 'Mia Wang')).toMatchObject({ ownCodeId: trip.id, note: 'To the zoo' })
  await expect(s.tom.call('absences-archiveCode', { id: trip.id, isArchived: false })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
})

test('two classes take their rolls at the same time, and the day counts as held until both are empty', async () => {
  const db = s.database.db
  const [other] = await rows<{ id: string; dateId: string }>(
    db,
    sql`select o.id, o.session_date_id as "dateId" from meetings own join meetings o on o.session_date_id = own.session_date_id and o.id <> own.id
      where own.id = ${s.meetingId}::uuid`,
  )
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const take = (code: 'present' | null) =>
    s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: marks.map(({ enrolmentId }) => ({ enrolmentId, code, note: '' })),
    })
  const status = async () =>
    (await rows<{ status: string }>(db, sql`select status from session_dates where id = ${other!.dateId}::uuid`))[0]
  const noteTaken = async (on: Db) => followRoll(on, other!.dateId, await noteRoll(on, other!.id, s.clock.now))
  await take('present')
  await db.transaction(async tx => {
    await tx.execute(sql`insert into attendance (meeting_id, enrolment_id, code, is_present, recorded_at)
      select ${other!.id}::uuid, enrolment_id, code, is_present, recorded_at from attendance where meeting_id = ${s.meetingId}::uuid limit 1`)
    await noteTaken(tx)
    // The other roll is not done yet, and nothing waits for it.
    await take('present')
  })
  await take(null)
  expect(await status()).toEqual({ status: 'held' })
  await db.execute(sql`delete from attendance where meeting_id = ${other!.id}::uuid`)
  await noteTaken(db)
  expect(await status()).toEqual({ status: 'scheduled' })
})

test('a mark made on an old roll waits for a decision; the others are recorded', async () => {
  const before = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const [zoe, leo, mia] = before.marks.map(one => ({ ...one, basedOn: one.revision }))
  const based = (of: typeof leo, code: 'present' | 'late' | 'absent') => ({
    ...mark(of!.enrolmentId, code),
    basedOn: of!.basedOn,
  })
  await s.ida.call('absences-take', {
    meetingId: s.meetingId,
    marks: [mark(mia!.enrolmentId, 'absent'), mark(zoe!.enrolmentId, 'late')],
  })
  const taken = await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [based(leo, 'absent'), based(mia, 'late'), based(zoe, 'late')],
  })
  expect(taken.conflicts).toEqual([mia!.enrolmentId])
  expect(taken.marks).toMatchObject([
    { name: 'Zoe Li', code: 'late', markedBy: { name: 'Ida Office' } },
    { name: 'Leo Wang', code: 'absent', markedBy: { name: 'Tom Teacher' } },
    { name: 'Mia Wang', code: 'absent', markedBy: { name: 'Ida Office' }, markedAt: sunday.toISOString() },
  ])
  const settled = await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [{ ...mark(mia!.enrolmentId, 'late'), basedOn: taken.marks[2]!.revision }],
  })
  expect(settled.conflicts).toEqual([])
  const revisions = await s.tom.call('absences-revisions', { meetingId: s.meetingId, enrolmentId: mia!.enrolmentId })
  expect(revisions.slice(0, 2)).toMatchObject([
    { code: 'late', markedBy: { name: 'Tom Teacher' } },
    { code: 'absent', markedBy: { name: 'Ida Office' } },
  ])
  expect(revisions[0]!.id).toBe(settled.marks[2]!.revision)
})

test('a mark cleared by someone else is a conflict, too, and clearing makes a new version', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const { enrolmentId, revision } = marks[0]!
  await s.ida.call('absences-take', { meetingId: s.meetingId, marks: [{ enrolmentId, code: null, note: '' }] })
  const taken = await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [{ ...mark(enrolmentId, 'late'), basedOn: revision }],
  })
  expect(taken.conflicts).toEqual([enrolmentId])
  expect(taken.marks[0]).toMatchObject({ code: null, markedBy: { name: 'Ida Office' } })
  const [newest] = await s.ida.call('absences-revisions', { meetingId: s.meetingId, enrolmentId })
  expect(newest).toMatchObject({ code: null, id: taken.marks[0]!.revision })
})

test('the same marks sent twice are recorded once', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const [{ enrolmentId, revision }] = marks as [(typeof marks)[0]]
  const count = async () => (await s.tom.call('absences-revisions', { meetingId: s.meetingId, enrolmentId })).length
  const before = await count()
  const input = { meetingId: s.meetingId, marks: [{ ...mark(enrolmentId, 'present'), basedOn: revision }] }
  const operationId = crypto.randomUUID()
  const once = await s.tom.call('absences-take', input, { operationId })
  expect(await s.tom.call('absences-take', input, { operationId })).toEqual(once)
  // A device that has lost track of what it sent adds nothing new.
  expect((await s.tom.call('absences-take', input)).conflicts).toEqual([])
  expect(await count()).toBe(before + 1)
})

test('only the office and the class’s teacher can read the history of a mark', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const asked = { meetingId: s.meetingId, enrolmentId: marks[0]!.enrolmentId }
  expect((await s.tom.call('absences-revisions', asked)).length).toBeGreaterThan(0)
  expect((await s.ida.call('absences-revisions', asked)).length).toBeGreaterThan(0)
  await expect(s.eve.call('absences-revisions', asked)).rejects.toMatchObject({ code: 'not-found' })
  await expect(s.ann.call('absences-revisions', asked)).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
})

test('a lesson’s counts match its roll, whatever is marked, changed and removed', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const counted = async () =>
    (
      await rows<{ kept: string; made: string }>(
        s.database.db,
        sql`select concat_ws(' ', present_count, absent_count) as kept,
          (select concat_ws(' ', count(*) filter (where is_present), count(*) filter (where not is_present)) from attendance where meeting_id = m.id) as made
          from meetings m where id = ${s.meetingId}::uuid`,
      )
    )[0]!
  const take = (...codes: (AttendanceCode | null)[]) =>
    s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: codes.map((code, at) => ({ enrolmentId: marks[at]!.enrolmentId, code, note: '' })),
    })
  for (const codes of [
    ['present', 'absent', 'late'],
    ['excused', 'absent'],
    ['left-early', null],
    [null, null, null],
  ] as const) {
    await take(...codes)
    const { kept, made } = await counted()
    expect(kept).toBe(made)
  }
  await take('present', 'absent', 'late')
  expect((await counted()).kept).toBe('2 1')
})
