import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
  // By name, the first of them is the least likely match for "kim".
  for (const name of ['Jokim Aaron', 'Abel Kimble', 'Kim Zebra']) {
    const { id: householdId } = await s.ida.call('parents-create', {
      name,
      address: '',
      guardian: {
        name,
        nativeName: '',
        email: '',
        phone: '',
        language: 'en',
        relationship: 'mother',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    await s.database.db.execute(
      sql`with made as (insert into persons (id, name, native_name, birth_on) values (gen_random_uuid(), ${name}, '', '2018-01-01') returning id)
       insert into students (id, household_id, grade, created_at) select id, ${householdId}::uuid, '', now() from made`,
    )
  }
})
afterAll(() => s.drop())

const best = ['Kim Zebra', 'Abel Kimble', 'Jokim Aaron']

test('pickers list the best match first: students, families, accounts and records to merge', async () => {
  const search = 'kim'
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const byName = await s.ida.call('students-list', { search })
  expect(names(byName.rows)).toHaveLength(3)
  expect(names(byName.rows)).not.toEqual(best)
  expect(names((await s.ida.call('students-list', { search, sort: 'fit' })).rows)).toEqual(best)
  expect(names((await s.ida.call('parents-list', { search, sort: 'fit' })).rows)).toEqual(best)
  const accounts = await s.ida.call('payments-households', { search, sort: 'fit' })
  expect(accounts.rows.map(({ household }) => household)).toEqual(best)
  const besides = s.bobRegistration.householdId
  expect(names(await s.ida.call('duplicates-find', { of: 'household', search, besides }))).toEqual(best)
})
