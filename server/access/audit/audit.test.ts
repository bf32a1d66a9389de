import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool, blankCard } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('writes are in the audit trail, newest first, and can be found by who made them and by what was done', async () => {
  const { rows, total } = await s.ida.call('audit-list', {})
  expect(total).toBe(rows.length)
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['config-setUp', 'terms-create', 'enrolments-submit']),
  )
  await s.ida.call('classes-createRoom', { name: '102', capacity: 12 }, { now: new Date('2026-09-13T18:40:00Z') })
  await s.ida.call('classes-createRoom', { name: '103', capacity: 12 }, { now: new Date('2026-09-13T18:30:00Z') })
  const trail = (await s.ida.call('audit-list', {})).rows
  expect(trail.slice(0, 2).map(({ at }) => new Date(at).toISOString().slice(11, 16))).toEqual(['18:40', '18:30'])
  const times = trail.map(({ at }) => new Date(at).getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const found = async (search: string) => (await s.ida.call('audit-list', { search })).rows
  expect((await found('ann@home')).map(({ action }) => action)).toEqual(['enrolments-submit'])
  const rooms = await found('createroom')
  expect(rooms.map(({ action, name }) => [action, name])).toEqual(
    Array.from({ length: 3 }, () => ['classes-createRoom', 'Ida Office']),
  )
})

test('the audit trail names people in both scripts', async () => {
  await s.database.db.execute(sql`update persons set native_name = '易达' where name = 'Ida Office'`)
  const [entry] = (await s.ida.call('audit-list', { action: 'terms-create' })).rows
  expect(entry).toMatchObject({ name: 'Ida Office', nativeName: '易达' })
})

test('the audit trail can be filtered by person, function and day', async () => {
  const count = async (filter: Input<'audit-list'>) => (await s.ida.call('audit-list', filter)).total
  expect(await count({ action: 'terms-create' })).toBe(1)
  expect(await count({ search: 'ida office', action: 'classes-create' })).toBe(2)
  expect(await count({ action: 'enrolments-submit', from: '2026-07-05', to: '2026-07-05' })).toBe(2)
  expect(await count({ action: 'enrolments-submit', to: '2026-07-04' })).toBe(0)
  expect(await s.ida.call('audit-actions', {})).toContainEqual({ action: 'enrolments-submit', n: 2 })
  await expect(s.tom.call('audit-actions', {})).rejects.toMatchObject({ code: 'permission-denied' })
})

test('the audit trail of a person has what they did and what was done to them and their children', async () => {
  const ann = await s.ann.actor()
  const before = (await s.ida.call('audit-list', { of: ann.accountId! })).rows.map(({ action }) => action)
  expect(before).toContain('enrolments-submit')
  expect(before).not.toContain('terms-create')
  const mia = (await s.ann.call('students-mine', {}))[0]!.id
  await s.ida.call('users-grantRole', { id: ann.accountId!, role: 'teacher' })
  await s.ida.call('students-changeMedical', {
    ...blankCard,
    id: mia,
  })
  const { rows } = await s.ida.call('audit-list', { of: ann.accountId! })
  expect(rows.slice(0, 2)).toMatchObject([
    { action: 'students-changeMedical', name: 'Ida Office' },
    { action: 'users-grantRole', name: 'Ida Office' },
  ])
  const bob = await s.bob.actor()
  const others = (await s.ida.call('audit-list', { of: bob.accountId! })).rows.map(({ action }) => action)
  expect(others).toEqual(['enrolments-submit'])
})

test('the audit trail keeps attendance marks, and no program’s secret', async () => {
  const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  await s.tom.call('absences-take', {
    meetingId: s.meetingId,
    marks: [{ enrolmentId: marks[0]!.enrolmentId, code: 'late', note: '' }],
  })
  const secretHash = 'a1'.repeat(32)
  await s.ida.call('oneroster-createClient', { name: 'Library', scopes: ['roster'], secretHash })
  const kept = await rows<{ action: string; input: object }>(
    s.database.db,
    sql`select action, input from audit_entries where action in ('absences-take', 'oneroster-createClient') order by 1`,
  )
  expect(kept).toMatchObject([
    { action: 'absences-take', input: { marks: [{ code: 'late' }] } },
    { action: 'oneroster-createClient', input: { name: 'Library', scopes: ['roster'], secretHash: '…' } },
  ])
})
