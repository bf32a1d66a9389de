import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { importing, sheet } from '#tests/importing.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const { get, apply, counts } = importing(() => s)

test('a messy sheet is read, imported, undone and imported again; a third import creates nothing', async () => {
  const before = await counts()
  const file = sheet('messy-300.csv')
  const { id } = await s.ida.call('imports-start', file)
  const draft = await get(id)
  expect(draft).toMatchObject({ status: 'draft', encoding: 'utf-8', delimiter: ',', headerRow: 4 })
  expect(draft.counts).toMatchObject({ new: 293, rejected: 7, same: 0 })
  expect(await counts()).toEqual(before)

  const made = await apply(id)
  expect(made.children).toBe(293)
  expect(await counts()).toEqual([
    before[0]! + 293 + made.guardians,
    before[1]! + 293,
    before[2]! + made.families,
    expect.any(Number),
    before[4]! + made.guardians,
  ])
  expect(await get(id)).toMatchObject({ status: 'applied', batchId: made.batchId })
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })

  await s.ida.call('batches-undo', { id: made.batchId })
  expect(await counts()).toEqual(before)
  expect(await get(id)).toMatchObject({ status: 'undone', batchId: null })

  const again = await s.ida.call('imports-start', file)
  expect((await apply(again.id)).children).toBe(293)
  const after = await counts()
  const third = await s.ida.call('imports-start', file)
  expect((await get(third.id)).counts).toMatchObject({
    new: 0,
    joined: 0,
    changed: 0,
    same: 293,
    doubtful: 0,
    rejected: 7,
  })
  await expect(apply(third.id)).rejects.toMatchObject({ details: { reason: 'IMPORT_EMPTY' } })
  expect(await counts()).toEqual(after)
  const mails = await rows<{ n: number }>(
    s.database.db,
    sql`select count(*)::int as n from mails where "to" like '%@example.com'`,
  )
  expect(mails[0]!.n).toBe(0)
})

test.each([
  'office-gb18030.csv',
  'taiwan-big5.csv',
  'europe-windows-1252.csv',
  'children-in-columns.csv',
  'form-answers.csv',
  'music-school.tsv',
])('nearly all of %s is imported, and importing it again creates nothing', async name => {
  const { id } = await s.ida.call('imports-start', sheet(name))
  const draft = await get(id)
  const landed = draft.counts.new + draft.counts.joined + draft.counts.changed + draft.counts.same
  expect(landed / (landed + draft.counts.rejected + draft.counts.doubtful)).toBeGreaterThan(0.95)
  await s.ida.call('imports-map', { id, dayOrder: draft.dayExample ? 'month-first' : null })
  await apply(id)
  const before = await counts()
  const again = await s.ida.call('imports-start', sheet(name))
  const { doubtful } = draft.counts
  expect((await get(again.id)).counts).toMatchObject({ new: 0, joined: 0, changed: 0, doubtful })
  expect(await counts()).toEqual(before)
})
