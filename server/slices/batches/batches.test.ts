import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBatch } from '#server/platform/batches.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { batchChanges } from '#server/platform/tables.ts'
import { emergencyContacts, households } from '#server/slices/parents/tables.ts'
import { guardianships } from '#server/slices/students/tables.ts'
import { persons } from '#server/slices/users/tables.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const now = new Date('2026-10-01T12:00:00Z')
const later = (hours: number) => ({ now: new Date(now.getTime() + hours * 3_600_000) })

/** Does `work` as one batch of Ida's. */
const batch = async (work: (db: Db) => Promise<unknown>, detail = ''): Promise<string> => {
  const actor = await s.ida.actor()
  return s.database.transaction(async db => {
    const id = await startBatch({ db, actor, now }, { kind: 'students-archive', n: 3, slices: ['students'], detail })
    await work(db)
    return id
  })
}
/** The people and households of the school, whole. */
const everything = () =>
  rows(
    s.database.db,
    sql`select 'p' as of, to_jsonb(p) as row from persons p union all select 'h', to_jsonb(h) from households h
      union all select 'g', to_jsonb(g) from guardianships g union all select 'c', to_jsonb(c) from emergency_contacts c
      order by 1, 2`,
  )
const mia = async () => (await s.database.db.select().from(persons).where(eq(persons.name, 'Mia Wang')))[0]!

test('rows that a batch added, changed and removed are as before once it is undone', async () => {
  const before = await everything()
  const id = await batch(async db => {
    const [home] = await db.insert(households).values({ name: 'New', createdAt: now }).returning()
    await db.insert(emergencyContacts).values({ householdId: home!.id, name: '王奶奶', phone: '1' })
    await db.update(emergencyContacts).set({ phone: '2' })
    await db.update(persons).set({ name: 'Someone', nativeName: '某人' }).where(ne(persons.name, 'Ida Office'))
    // A key that moves: the same guardianship is another row by its key.
    const { id: student } = await mia()
    const [eve] = await db.select().from(persons).where(eq(persons.email, 'eve@school.example'))
    await db.update(guardianships).set({ guardianId: eve!.id }).where(eq(guardianships.studentId, student))
    await db.delete(emergencyContacts).where(sql`household_id <> ${home!.id}`)
  }, 'list.csv')
  expect(await everything()).not.toEqual(before)
  const [shown] = (await s.ida.call('batches-list', {}, later(1))).rows
  expect(shown).toMatchObject({ id, kind: 'students-archive', n: 3, detail: 'list.csv', mayUndo: true, undoneAt: null })

  await s.ida.call('batches-undo', { id }, later(1))
  expect(await everything()).toEqual(before)
  expect((await s.ida.call('batches-list', {}, later(1))).rows[0]).toMatchObject({
    mayUndo: false,
    undoneBy: 'Ida Office',
  })
  expect(await s.database.db.$count(batchChanges, eq(batchChanges.batchId, id))).toBe(0)
  await expect(s.ida.call('batches-undo', { id }, later(2))).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
})

test('what was changed since stays, and with it the whole batch', async () => {
  const { id: student } = await mia()
  const id = await batch(db => db.update(persons).set({ phone: '1' }).where(eq(persons.id, student)))
  await s.database.db.update(persons).set({ phone: '2' }).where(eq(persons.id, student))
  await expect(s.ida.call('batches-undo', { id }, later(1))).rejects.toMatchObject({
    details: { reason: 'CHANGED_SINCE' },
  })
  expect((await mia()).phone).toBe('2')
  // Another column of the row is nobody's business here.
  await s.database.db.update(persons).set({ phone: '1', preferredName: 'M' }).where(eq(persons.id, student))
  await s.ida.call('batches-undo', { id }, later(1))
  expect(await mia()).toMatchObject({ phone: '', preferredName: 'M' })
})

test('what others build on by now stays', async () => {
  let home = ''
  const id = await batch(async db => {
    home = (await db.insert(households).values({ name: 'New', createdAt: now }).returning())[0]!.id
  })
  const { db } = s.database
  await db.insert(emergencyContacts).values({ householdId: home, name: 'Aunt', phone: '1' })
  await expect(s.ida.call('batches-undo', { id }, later(1))).rejects.toMatchObject({
    details: { reason: 'CHANGED_SINCE' },
  })
  expect(await db.$count(households, eq(households.id, home))).toBe(1)
  await db.delete(emergencyContacts).where(eq(emergencyContacts.householdId, home))
  await s.ida.call('batches-undo', { id }, later(1))
  expect(await db.$count(households, eq(households.id, home))).toBe(0)
})

test('after a day it is too late, and the rows are forgotten with the next batch', async () => {
  const { id: student } = await mia()
  const id = await batch(db => db.update(persons).set({ phone: '7' }).where(eq(persons.id, student)))
  await expect(s.ida.call('batches-undo', { id }, later(25))).rejects.toMatchObject({
    details: { reason: 'UNDO_TOO_LATE' },
  })
  expect(await s.database.db.$count(batchChanges, eq(batchChanges.batchId, id))).toBe(1)
  const actor = await s.ida.actor()
  await s.database.transaction(db =>
    startBatch({ db, actor, ...later(25) }, { kind: 'students-archive', n: 0, slices: [] }),
  )
  expect(await s.database.db.$count(batchChanges, eq(batchChanges.batchId, id))).toBe(0)
})

test('whoever may not do it may not undo it', async () => {
  const { id: student } = await mia()
  const id = await batch(db => db.update(persons).set({ phone: '8' }).where(eq(persons.id, student)))
  await s.ida.call('users-invite', {
    email: 'olga@school.example',
    name: 'Olga',
    nativeName: '',
    role: 'admin',
    area: 'auditor',
  })
  await s.database.db.execute(sql`update accounts set is_verified = true where email = 'olga@school.example'`)
  const olga = s.person('olga@school.example')
  const shown = (await olga.call('batches-list', {}, later(1))).rows.find(each => each.id === id)
  expect(shown).toMatchObject({ n: 3, mayUndo: false })
  await expect(olga.call('batches-undo', { id }, later(1))).rejects.toMatchObject({ code: 'permission-denied' })
  await expect(s.ann.call('batches-list', {})).rejects.toMatchObject({ code: 'permission-denied' })
  await s.ida.call('batches-undo', { id }, later(1))
})

test('every table of the school takes part but those named', async () => {
  const without = await rows<{ name: string }>(
    s.database.db,
    sql`select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_batch') order by 1`,
  )
  expect(without.map(({ name }) => name)).toEqual([
    'accounts',
    'action_codes',
    'attempts',
    'audit_entries',
    'batch_changes',
    'batches',
    'mails',
    'migrations',
    'operations',
    'set_up_codes',
    'sign_ins',
    'signing_keys',
  ])
})

test('outside a batch nothing is recorded', async () => {
  const count = await s.database.db.$count(batchChanges)
  await s.database.db
    .update(persons)
    .set({ phone: '9' })
    .where(eq(persons.id, (await mia()).id))
  expect(await s.database.db.$count(batchChanges)).toBe(count)
})
