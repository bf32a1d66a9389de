import { eq, getTableName, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBatch } from '#server/platform/batches.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { batchChanges } from '#server/platform/tables.ts'
import { secrets } from '#server/school/config/tables.ts'
import { calendarFeeds } from '#server/communication/events/tables.ts'
import {
  knownDevices,
  passkeys,
  providerLinks,
  recoveryCodes,
  secondFactors,
  signInLinks,
  spentSecrets,
} from '#server/access/identity/tables.ts'
import { emergencyContacts, households } from '#server/people/parents/tables.ts'
import { guardianships } from '#server/people/students/tables.ts'
import { leftOut, tables } from '#server/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const now = new Date('2026-10-01T12:00:00Z')
const later = (hours: number) => ({ now: new Date(now.getTime() + hours * 3_600_000) })

const noTouch = () => undefined
/** Runs `work` as one batch of Ida's; returns the batch's id. */
const batch = async (work: (db: Db) => Promise<unknown>, detail = ''): Promise<string> => {
  const actor = await s.ida.actor()
  return s.database.transaction(async db => {
    const id = await startBatch(
      { db, actor, now, touch: noTouch },
      { kind: 'students-archive', n: 3, slices: ['students'], detail },
    )
    await work(db)
    return id
  })
}
/** All people and households of the school, with all columns. */
const everything = () =>
  rows(
    s.database.db,
    sql`select 'p' as of, to_jsonb(p) as row from persons p union all select 'h', to_jsonb(h) from households h
      union all select 'g', to_jsonb(g) from guardianships g union all select 'c', to_jsonb(c) from emergency_contacts c
      order by 1, 2`,
  )
const mia = async () => (await s.database.db.select().from(persons).where(eq(persons.name, 'Mia Wang')))[0]!

test('undoing a batch restores the rows that it added, changed and removed', async () => {
  const before = await everything()
  const id = await batch(async db => {
    const [home] = await db.insert(households).values({ name: 'New', createdAt: now }).returning()
    await db.insert(emergencyContacts).values({ householdId: home!.id, name: '王奶奶', phone: '1' })
    await db.update(emergencyContacts).set({ phone: '2' })
    await db.update(persons).set({ name: 'Someone', nativeName: '某人' }).where(ne(persons.name, 'Ida Office'))
    // A changed key: the guardianship has a new key and so is another row.
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
  const named = async () => (await s.ida.call('batches-list', {}, later(1))).rows[0]
  expect(await named()).toMatchObject({ mayUndo: false, undoneBy: 'Ida Office', undoneByNativeName: '' })
  await s.database.db.execute(sql`update persons set native_name = '艾达' where name = 'Ida Office'`)
  expect(await named()).toMatchObject({
    actor: 'Ida Office',
    actorNativeName: '艾达',
    undoneBy: 'Ida Office',
    undoneByNativeName: '艾达',
  })
  expect(await s.database.db.$count(batchChanges, eq(batchChanges.batchId, id))).toBe(0)
  await expect(s.ida.call('batches-undo', { id }, later(2))).rejects.toMatchObject({
    details: { reason: 'MOVE_NOT_ALLOWED' },
  })
})

test('a batch isn’t undone if its values have been changed since', async () => {
  const { id: student } = await mia()
  const id = await batch(db => db.update(persons).set({ phone: '1' }).where(eq(persons.id, student)))
  await s.database.db.update(persons).set({ phone: '2' }).where(eq(persons.id, student))
  await expect(s.ida.call('batches-undo', { id }, later(1))).rejects.toMatchObject({
    details: { reason: 'CHANGED_SINCE' },
  })
  expect((await mia()).phone).toBe('2')
  // A change to another column of the row doesn't prevent undoing.
  await s.database.db.update(persons).set({ phone: '1', preferredName: 'M' }).where(eq(persons.id, student))
  await s.ida.call('batches-undo', { id }, later(1))
  expect(await mia()).toMatchObject({ phone: '', preferredName: 'M' })
})

test('a batch isn’t undone if other rows depend on what it added', async () => {
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

test('after a day a batch can’t be undone, and the next batch deletes its copies', async () => {
  const { id: student } = await mia()
  const id = await batch(db => db.update(persons).set({ phone: '7' }).where(eq(persons.id, student)))
  await expect(s.ida.call('batches-undo', { id }, later(25))).rejects.toMatchObject({
    details: { reason: 'UNDO_TOO_LATE' },
  })
  expect(await s.database.db.$count(batchChanges, eq(batchChanges.batchId, id))).toBe(1)
  const actor = await s.ida.actor()
  await s.database.transaction(db =>
    startBatch({ db, actor, touch: noTouch, ...later(25) }, { kind: 'students-archive', n: 0, slices: [] }),
  )
  expect(await s.database.db.$count(batchChanges, eq(batchChanges.batchId, id))).toBe(0)
})

test('a person not allowed to make a change isn’t allowed to undo it', async () => {
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

/** Parts of column names that suggest a secret. */
const secretWords = 'password secret sealed hash token key jwk code codes endpoint p256dh credential ending'.split(' ')
/** Columns with such names that hold no secret, and are recorded. */
const harmless: Record<string, string> = {
  'applications.promo_code': 'what the family entered; the office reads it',
  'attendance.code': 'how a student was marked',
  'attendance_revisions.code': 'how a student was marked before',
  'attendance.own_code_id': 'which word of the school’s own it was',
  'attendance_revisions.own_code_id': 'the same',
  'own_codes.code': 'what such a word counts as',
  'import_keys.key': 'the number that a school’s own sheets have for a student or guardian',
  'lottery_sections.code': 'the letter of a class in what is published',
  'promo_codes.code': 'the office makes it and reads it in its list',
  'promo_uses.code_id': 'which promo code it was',
  'push_subscriptions.school_key': 'the school’s public key',
  'seat_holds.child_key': 'the number of a row in the form',
  'visits.code': 'whether the child came',
}
/** Tables that refer to an account and are recorded, since they hold what a person did or is. */
const ofAccounts: Record<string, string> = {
  badges: 'moves with its student, but for the code; worth nothing without the paper',
  carts: 'seats that are held',
  drafts: 'a registration that was begun',
  family_claims: 'who says which family is theirs; the codes are in a table of their own',
  family_views: 'who looked on as whom; worth nothing without that person’s sign-in',
  files: 'what was uploaded, and by whom',
  persons: 'who an account is',
  push_subscriptions: 'moves with its person, but for what reaches the device',
  registrations: 'who sent one',
  seat_holds: 'a seat that is held',
}

describe('what a batch records', () => {
  type Catalogued = { name: string; trigger: { without: string[]; records: string } | null; made: string[] }
  const catalogue = () =>
    rows<Catalogued>(
      s.database.db,
      sql`select c.relname as name,
        (select json_build_object('without', (split_part(encode(t.tgargs, 'escape'), '\\000', 2))::text[],
          'records', case when t.tgtype & 8 = 0 then 'insert, update' else 'insert, update, delete' end)
          from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_batch') as trigger,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as made
        from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' order by 1`,
    )

  test('covers every table of the database, except what the tables declare', async () => {
    const found = await catalogue()
    expect(found.map(({ name }) => name)).toEqual(tables.map(getTableName).toSorted())
    for (const { name, trigger, made } of found) {
      const out = leftOut[name]
      if (out === 'all') expect(trigger, name).toBeNull()
      else {
        expect(trigger?.without.toSorted(), name).toEqual([...made, ...(out ?? [])].toSorted())
        expect(trigger?.records, name).toBe(out ? 'insert, update' : 'insert, update, delete')
      }
    }
    // Without any declaration, all assertions above would hold as well.
    expect(Object.keys(leftOut).filter(name => leftOut[name] === 'all').length).toBeGreaterThan(15)
  })

  test('includes no column that may hold a secret without a stated reason', async () => {
    const found = await rows<{ table: string; column: string }>(
      s.database.db,
      sql`select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
          and string_to_array(a.attname, '_') && ${sql.raw(`array['${secretWords.join("','")}']`)} order by 1, 2`,
    )
    const recorded = found.filter(({ table, column }) => leftOut[table] !== 'all' && !leftOut[table]?.includes(column))
    expect(recorded.map(({ table, column }) => `${table}.${column}`)).toEqual(Object.keys(harmless).toSorted())
    expect(found.length).toBeGreaterThan(recorded.length + 15)
  })

  test('includes no table of sign-ins without a stated reason', async () => {
    const found = await rows<{ name: string }>(
      s.database.db,
      sql`select distinct t.relname as name from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
        where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and f.relname in ('accounts', 'sign_ins') order by 1`,
    )
    const recorded = found.map(({ name }) => name).filter(name => leftOut[name] !== 'all')
    expect(recorded).toEqual(Object.keys(ofAccounts).toSorted())
  })

  test('holds no copy of a key made, changed or deleted in a batch, and undoing restores none', async () => {
    const { accountId, personId } = await s.ann.actor()
    const at = now
    const account = { accountId: accountId! }
    const db = s.database.db
    const key = 'k'.repeat(64)
    await db
      .insert(passkeys)
      .values({ ...account, credentialId: 'old', publicKey: key, counter: 0, name: 'Old', createdAt: at })
    await db.insert(calendarFeeds).values({ personId: personId!, tokenHash: `${key}1`, createdAt: at })
    const id = await batch(async inside => {
      await inside.delete(passkeys).where(eq(passkeys.credentialId, 'old'))
      await inside
        .insert(passkeys)
        .values({ ...account, credentialId: 'new', publicKey: key, counter: 0, name: 'New', createdAt: at })
      await inside.insert(secondFactors).values({ ...account, sealed: key, enrolledAt: at, lastStep: 0 })
      await inside.insert(recoveryCodes).values({ ...account, codeHash: key })
      await inside.insert(knownDevices).values({ ...account, deviceHash: key, seenAt: at })
      await inside.insert(signInLinks).values({ email: 'ann@home.example', codeHash: key, expiresAt: at })
      await inside.insert(providerLinks).values({ ...account, issuer: key, subject: key, linkedAt: at })
      await inside.insert(spentSecrets).values({ hash: key, expiresAt: at })
      await inside.insert(secrets).values({ name: 'test', sealed: key, ending: key, changedAt: at })
      await inside
        .update(calendarFeeds)
        .set({ tokenHash: `${key}2`, revokedAt: at })
        .where(eq(calendarFeeds.tokenHash, `${key}1`))
      await inside.update(persons).set({ phone: '5' }).where(eq(persons.id, personId!))
    })
    const copies = await db.select().from(batchChanges).where(eq(batchChanges.batchId, id))
    expect(copies.map(({ tableName }) => tableName).toSorted()).toEqual(['calendar_feeds', 'persons', 'secrets'])
    expect(JSON.stringify(copies)).not.toContain(key)

    await s.ida.call('batches-undo', { id }, later(1))
    const held = await db.select().from(passkeys).where(eq(passkeys.accountId, accountId!))
    expect(held.map(({ credentialId }) => credentialId)).toEqual(['new'])
    // The feed is open again, under its present address.
    expect(await db.select().from(calendarFeeds)).toMatchObject([{ tokenHash: `${key}2`, revokedAt: null }])
    // What has no copy stays as the batch left it; a row recorded without its secret is deleted, since the batch
    // created it.
    expect(await db.$count(secondFactors, eq(secondFactors.accountId, accountId!))).toBe(1)
    expect(await db.$count(secrets, eq(secrets.name, 'test'))).toBe(0)
  })
})

test('nothing is recorded outside a batch', async () => {
  const count = await s.database.db.$count(batchChanges)
  await s.database.db
    .update(persons)
    .set({ phone: '9' })
    .where(eq(persons.id, (await mia()).id))
  expect(await s.database.db.$count(batchChanges)).toBe(count)
})
