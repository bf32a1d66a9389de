import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { sealEntries, verifyAudit } from './chain.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const seal = () => sealEntries(s.database, s.database.secrets, new Date())
const verify = () => verifyAudit(s.database.db, s.database.secrets)
/** Does what someone with the database but without a key could do: changes rows with the triggers disabled. */
const tamper = async (statement: string) => {
  await s.database.transaction(async (_db, client) => {
    for (const table of ['audit_entries', 'audit_seals'])
      await client.query(`alter table ${table} disable trigger user`)
    await client.query(statement)
    for (const table of ['audit_entries', 'audit_seals']) await client.query(`alter table ${table} enable trigger user`)
  })
}
const change = () =>
  s.ida.call('config-changeRetention', { drafts: 30, mails: 90, addresses: 90, signIns: 30, operations: 7 })
beforeEach(async () => {
  await s.database.pool.query('create table if not exists kept_entries as select * from audit_entries with no data')
  await s.database.pool.query('create table if not exists kept_seals as select * from audit_seals with no data')
  await s.database.pool.query('truncate kept_entries, kept_seals')
  await change()
  await seal()
  await change()
  await seal()
  await s.database.pool.query('insert into kept_entries select * from audit_entries')
  await s.database.pool.query('insert into kept_seals select * from audit_seals')
})
const putBack = () =>
  tamper(
    'delete from audit_entries; delete from audit_seals; insert into audit_entries select * from kept_entries; insert into audit_seals select * from kept_seals',
  )

test('an untouched chain is intact and covers every entry', async () => {
  await change()
  const before = await verify()
  expect(before).toMatchObject({ open: 1, broken: null })
  await seal()
  const [all] = await rows<{ n: number }>(s.database.db, sql`select count(*)::int as n from audit_entries`)
  expect(await verify()).toMatchObject({ open: 0, entries: all!.n, erased: 0, broken: null, seals: before.seals + 1 })
  // Deleting an address after its retention time does not count as a change of the entry.
  await s.database.db.execute(sql`update audit_entries set address = ''`)
  expect((await verify()).broken).toBeNull()
})

test.each([
  [
    'an entry that was changed',
    "update audit_entries set actor = 'somebody else' where id = (select id from audit_entries where seal = 1 order by at, id offset 1 limit 1)",
    'entry-changed',
  ],
  [
    'an entry that was removed',
    'delete from audit_entries where id = (select id from audit_entries where seal = 1 order by at, id limit 1)',
    'entries-added-or-removed',
  ],
  [
    'an entry that was put in',
    "insert into audit_entries (id, at, actor, action, input, outcome, seal) select gen_random_uuid(), now(), 'x', 'y', '{}', 'done', 1",
    'entry-changed',
  ],
  ['a seal that was removed', 'delete from audit_seals where n = 1', 'seal-removed'],
  [
    'a seal that was written anew without the key',
    "update audit_seals set hash = encode(sha256('x'), 'hex') where n = 1",
    'seal-changed',
  ],
])('%s is detected, and the place is named', async (_what, statement, why) => {
  expect((await verify()).broken).toBeNull()
  const [second] = await rows<{ id: string; actor: string }>(
    s.database.db,
    sql`select id, actor from audit_entries where seal = 1 order by at, id offset 1 limit 1`,
  )
  await tamper(statement)
  const { broken } = await verify()
  expect(broken).toMatchObject({ seal: 1, why })
  if (statement.startsWith('update audit_entries'))
    expect(broken!.entry).toMatchObject({ id: second!.id, actor: 'somebody else' })
  await putBack()
  expect((await verify()).broken).toBeNull()
})

test('the school’s own connection can’t change sealed rows, and another key is refused', async () => {
  for (const statement of [
    "update audit_entries set digest = 'x' where seal = 1",
    'update audit_entries set seal = null where seal = 1',
    "update audit_seals set hash = 'x'",
    'delete from audit_seals',
  ])
    await expect(s.database.pool.query(statement)).rejects.toThrow('keeps its rows as they were written')
  await expect(verifyAudit(s.database.db, sealWith())).rejects.toThrow('The key of the change log can’t be opened')
})

test('a write during sealing doesn’t hold it up, and is covered by the next seal', async () => {
  await s.database.transaction(async db => {
    await db.execute(
      sql`insert into audit_entries (id, at, actor, action, input, outcome) values ('00000000-0000-7000-8000-0000000000aa', now(), 'slow', 'y', '{}', 'done')`,
    )
    // The entry is not committed yet, so this seal neither sees it nor waits for it.
    await change()
    await seal()
    expect((await verify()).broken).toBeNull()
  })
  expect((await verify()).open).toBe(1)
  await seal()
  expect(await verify()).toMatchObject({ open: 0, broken: null })
})
