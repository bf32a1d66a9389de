import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { grantAgain } from './acts.ts'
import { roleGrants } from './tables.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('a role can be granted to more people at once than a statement has parameters', async () => {
  const { db } = fresh.database
  const ids = await rows<{ id: string }>(
    db,
    sql`insert into persons (id, name) select gen_random_uuid(), 'Parent ' || n from generate_series(1, 22000) n returning id`,
  )
  await grantAgain(
    db,
    ids.map(({ id }) => id),
    'parent',
    new Date(),
  )
  expect(
    await db.$count(
      roleGrants,
      sql`role = 'parent' and person_id in (select id from persons where name like 'Parent %')`,
    ),
  ).toBe(22_000)
})
