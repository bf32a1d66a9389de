import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const letters = 'ABCDEFGHIJKL'.split('')
const lines = [
  'Student,DOB,Parent,Email,Address',
  ...letters.map(sign => `Mia ${sign}ee,2016-03-04,Ann ${sign}ee,ann@${sign.toLowerCase()}ee.example,`),
  'Noa Wang,2021-02-03,Ann Wang,ann@home.example,1 Elm St',
]
const start = async (): Promise<string> =>
  (
    await s.ida.call('imports-start', {
      fileName: 'families.csv',
      bytes: Buffer.from(lines.join('\n')).toString('base64'),
    })
  ).id
const get = (id: string) => s.ida.call('imports-get', { id })
const children = async () => (await s.ida.call('students-list', { search: 'Mia' })).rows.length

/**
 * Applies a draft while another transaction locks the household written last, and calls `meanwhile` once it gets there.
 */
const applyHeld = async (id: string, meanwhile: () => Promise<void>): Promise<unknown> => {
  const { counts } = await get(id)
  let applying: Promise<unknown> | undefined
  await s.database.transaction(async db => {
    await rows(
      db,
      sql`select 1 from households h join household_members m on m.household_id = h.id join persons p on p.id = m.person_id
      where p.email = 'ann@home.example' for update of h`,
    )
    applying = s.ida.call('imports-apply', { id, counts }).then(
      answer => answer,
      (error: unknown) => error,
    )
    await expect.poll(async () => (await get(id)).progress).toEqual({ done: 10, total: 13 })
    await meanwhile()
  })
  return applying
}

test('an import reports its progress while it runs, and nothing of it shows before it ends', async () => {
  const before = await children()
  const id = await start()
  expect((await get(id)).progress).toBeNull()
  const answer = await applyHeld(id, async () => {
    expect((await get(id)).status).toBe('draft')
    expect(await children()).toBe(before)
  })
  expect(answer).toMatchObject({ id, children: 13 })
  expect(await get(id)).toMatchObject({ status: 'applied', progress: null })
  expect(await children()).toBe(before + 12)
  const { batchId } = await get(id)
  await s.ida.call('batches-undo', { id: batchId! })
  expect(await children()).toBe(before)
  expect((await get(id)).progress).toBeNull()
})

test('an import that fails halfway leaves nothing behind, and can be tried again', async () => {
  const before = await children()
  const id = await start()
  const failure = await applyHeld(id, async () => {
    // Cancels the statement once it waits.
    const cancel = () =>
      rows(
        s.database.db,
        sql`select pg_cancel_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and l.classid = 7173 and a.wait_event_type = 'Lock'
            and l.database = (select oid from pg_database where datname = current_database())`,
      )
    await expect.poll(cancel).toHaveLength(1)
  })
  expect(failure).toBeInstanceOf(Error)
  expect(await get(id)).toMatchObject({ status: 'draft', progress: null })
  expect(await children()).toBe(before)
  await s.ida.call('imports-apply', { id, counts: (await get(id)).counts })
  expect(await children()).toBe(before + 12)
})
