import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let annId: string
beforeAll(async () => {
  s = await school()
  annId = (await s.ann.actor()).personId!
})
afterAll(async () => s.drop())

const appoint = (over: { personId?: string; sectionId?: string; toOn?: string | null } = {}) =>
  s.ida.call('volunteers-appoint', { sectionId: s.grade1.id, personId: annId, toOn: null, ...over })
const written = { subject: 'Snacks', body: 'Please bring fruit.', nativeSubject: '', nativeBody: '' }
const write = (who: Person, over: { sectionId?: string; agreedPeople?: number; body?: string } = {}) =>
  who.call('volunteers-write', { sectionId: s.grade1.id, ...written, agreedPeople: 2, ...over })

test('only guardians of the class can be appointed, with a last day that can be changed', async () => {
  const candidates = await s.ida.call('volunteers-candidates', { sectionId: s.grade1.id })
  expect(candidates.map(({ name, children }) => [name, children.length])).toEqual([
    ['Bob Li', 1],
    ['Ann Wang', 2],
  ])
  const tomId = (await s.tom.actor()).personId!
  await expect(appoint({ personId: tomId })).rejects.toMatchObject({ code: 'not-found' })
  await expect(appoint({ sectionId: s.chess.id })).rejects.toMatchObject({ code: 'not-found' })
  await expect(appoint({ toOn: '2026-09-01' })).rejects.toMatchObject({
    details: { fields: [{ path: 'toOn', message: 'past' }] },
  })
  const first = await appoint({ toOn: '2026-09-20' })
  expect(first).toMatchObject({ name: 'Ann Wang', section: 'Grade 1', fromOn: '2026-09-13', isLive: true })
  expect(await appoint()).toEqual({ ...first, toOn: null })
  expect(await s.ida.call('volunteers-list', { sectionId: s.grade1.id })).toHaveLength(1)
  expect(await s.ida.call('volunteers-list', { sectionId: s.chess.id })).toHaveLength(0)
})

test('a room parent sees the names of one class, but no contacts, medical details or money', async () => {
  await s.database.db.execute(sql`update students set allergies = 'PEANUTS', medical = 'ASTHMA'`)
  await s.database.db.execute(sql`update persons set phone = '+1 555 7777' where email = 'bob@home.example'`)
  const [section, ...more] = await s.ann.call('volunteers-classes', {})
  expect(more).toEqual([])
  expect(section).toMatchObject({ name: 'Grade 1', people: 2, toOn: null })
  expect(section!.students.map(({ name }) => name)).toEqual(['Zoe Li', 'Leo Wang', 'Mia Wang'])
  const text = JSON.stringify(section)
  expect(text).toContain('Bob Li')
  for (const secret of ['PEANUTS', 'ASTHMA', '7777', 'bob@home.example', 'Cents', 'birth'])
    expect(text).not.toContain(secret)
  // Bob's child is in the same class, but Bob is not its room parent.
  expect(await s.bob.call('volunteers-classes', {})).toEqual([])
  // Nothing else opens to Ann that was closed before.
  await expect(s.ann.call('students-list', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  await expect(s.ann.call('absences-roll', { meetingId: s.meetingId })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
})

test('a room parent writes to as many people of that class as were shown, and the office can read it', async () => {
  await expect(write(s.bob)).rejects.toMatchObject({ code: 'not-found' })
  await expect(write(s.ann, { sectionId: s.chess.id })).rejects.toMatchObject({ code: 'not-found' })
  await expect(write(s.ann, { agreedPeople: 3 })).rejects.toMatchObject({ details: { reason: 'AUDIENCE_CHANGED' } })
  await expect(write(s.ann, { body: '' })).rejects.toMatchObject({ details: { fields: [{ path: 'body' }] } })
  const { id, people } = await write(s.ann)
  expect(people).toBe(2)
  const letters = await rows<{ to: string }>(
    s.database.db,
    sql`select "to" from mails where subject like '%Snacks%' order by "to"`,
  )
  expect(letters.map(each => each.to)).toEqual(['ann@home.example', 'bob@home.example'])
  expect((await s.ida.call('messages-notices', {})).rows.map(row => row.id)).toContain(id)
  expect((await s.ann.call('volunteers-classes', {}))[0]!.written).toMatchObject([{ id, subject: 'Snacks' }])
})

test('the role ends on its last day, when the office ends it, and without access to one’s children', async () => {
  const { id } = await appoint({ toOn: '2026-09-20' })
  const after = { now: new Date('2026-09-21T12:00:00Z') }
  expect(await s.ann.call('volunteers-classes', {}, after)).toEqual([])
  expect((await s.ida.call('volunteers-list', {}, after))[0]).toMatchObject({ isLive: false })
  await appoint()
  await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${annId}::uuid`)
  expect(await s.ann.call('volunteers-classes', {})).toEqual([])
  await expect(write(s.ann)).rejects.toMatchObject({ code: 'not-found' })
  await s.database.db.execute(sql`update guardianships set has_data_access = true where guardian_id = ${annId}::uuid`)
  expect(await s.ann.call('volunteers-classes', {})).toHaveLength(1)
  await s.ida.call('volunteers-end', { id })
  expect(await s.ann.call('volunteers-classes', {})).toEqual([])
  await expect(s.ida.call('volunteers-end', { id })).rejects.toMatchObject({ code: 'not-found' })
})

test('a guardian without access to their child can’t be appointed and isn’t on the list', async () => {
  const rex = await s.newcomer('rex@home.example', 'Rex')
  await s.register(
    rex,
    family(
      { name: 'Rex Barr' },
      [{ key: 'ned', name: 'Ned Barr', birthOn: '2019-02-02' }],
      [{ childKey: 'ned', sectionId: s.grade1.id }],
      s.term.id,
    ),
  )
  const rexId = (await rex.actor()).personId!
  await appoint({ personId: rexId })
  expect(await rex.call('volunteers-classes', {})).toHaveLength(1)
  await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${rexId}::uuid`)
  const candidates = await s.ida.call('volunteers-candidates', { sectionId: s.grade1.id })
  expect(candidates.map(({ name }) => name)).toEqual(['Bob Li', 'Ann Wang'])
  expect(await rex.call('volunteers-classes', {})).toEqual([])
  await appoint()
  expect(JSON.stringify((await s.ann.call('volunteers-classes', {}))[0])).not.toContain('Rex Barr')
})
