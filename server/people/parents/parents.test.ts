import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { family, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('a parent sees their own household, and the office every one', async () => {
  expect(await s.ann.call('parents-household', {})).toMatchObject([
    {
      name: 'Ann Wang',
      address: '1 Lake Road',
      children: [{ name: 'Mia Wang' }, { name: 'Leo Wang' }],
      contacts: [{ name: 'Grandma' }],
      balanceCents: 58_400,
    },
  ])
  await rows(s.database.db, sql`update persons set native_name = '李博' where name = 'Bob Li'`)
  expect(await s.ida.call('parents-get', { id: s.bobRegistration.householdId })).toMatchObject({
    name: 'Bob Li',
    nativeName: '李博',
    consents: [
      { kind: 'medical' },
      { kind: 'photo', level: 'school' },
      { kind: 'policy', version: '1', signedName: 'Bob Li' },
    ],
  })
  expect((await s.ida.call('parents-list', { search: '美雅' })).rows.map(({ name }) => name)).toEqual(['Ann Wang'])
})
test('a parent changes only their own record and address', async () => {
  await s.ann.call('parents-changeMe', { name: 'Ann Wang', nativeName: '王安', phone: '+1 555 0123', language: 'zh' })
  expect((await s.ann.actor()).language).toBe('zh')
  await s.ann.call('parents-changeAddress', { householdId: s.annRegistration.householdId, address: '2 Lake Road' })
  await expect(
    s.ann.call('parents-changeAddress', { householdId: s.bobRegistration.householdId, address: 'mine now' }),
  ).rejects.toMatchObject({ code: 'not-found' })
  expect(await s.ida.call('parents-get', { id: s.bobRegistration.householdId })).toMatchObject({
    address: '1 Lake Road',
  })
  expect((await s.ann.call('parents-household', {}))[0]).toMatchObject({
    address: '2 Lake Road',
    guardians: [{ nativeName: '王安', phone: '+1 555 0123' }],
  })
})
test('the home page shows the day, what is due and waitlist positions', async () => {
  const full = await s.newcomer('gus@home.example')
  await s.register(
    full,
    family(
      { name: 'Gus' },
      ['a', 'b', 'c'].map(key => ({ key, name: `Kid ${key}`, birthOn: '2019-01-01' })),
      ['a', 'b', 'c'].map(childKey => ({ childKey, sectionId: s.chess.id })),
      s.term.id,
    ),
  )
  expect(await full.call('parents-home', {})).toMatchObject({
    today: '2026-09-13',
    day: '2026-09-13',
    meetings: [{ section: 'Chess', code: null }, { section: 'Chess' }],
    waiting: [{ student: 'Kid c', section: 'Chess', position: 1 }],
    balanceCents: 34_000,
    dueCents: 34_000,
    overdueCents: 34_000,
    dueOn: '2026-07-19',
  })
  expect((await s.ann.call('parents-home', {})).waiting).toEqual([])

  // During registration it asks about a child with neither a spot nor a waitlist entry.
  const idle = async () =>
    (await full.call('parents-home', {})).toDo.filter(({ kind }) => kind === 'classes').map(({ of }) => of)
  expect(await idle()).toEqual([])
  const [line] = await full.call('enrolments-line', {})
  await full.call('enrolments-leaveLine', { id: line!.id })
  expect(await idle()).toEqual(['Kid c'])
  expect((await full.call('parents-home', {})).waiting).toEqual([])
})
