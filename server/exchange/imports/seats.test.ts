import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
let termId: string
beforeAll(async () => {
  s = await school()
  ;[{ id: termId }] = (await rows<{ id: string }>(
    s.database.db,
    sql`select id from terms order by starts_on limit 1`,
  )) as [{ id: string }]
})
afterAll(() => s.drop())

const start = async (...lines: string[]): Promise<string> =>
  (
    await s.ida.call('imports-start', {
      fileName: 'classes.csv',
      bytes: Buffer.from(lines.join('\n')).toString('base64'),
    })
  ).id
const seats = (id: string) => s.ida.call('imports-seats', { id, termId })
const choose = (id: string, wanted: string, sectionId?: string | null) =>
  s.ida.call('imports-chooseClass', { id, termId, wanted, ...(sectionId !== undefined && { sectionId }) })
const shown = async (id: string) =>
  (await seats(id)).rows.map(({ child, section, state }) => `${child}: ${section?.name ?? '?'} ${state}`)
const enrol = async (id: string) => s.ida.call('imports-enrol', { id, termId, counts: (await seats(id)).counts })
const counted = async () =>
  (
    await rows<Record<'enrolments' | 'waiting' | 'invoices' | 'cents', number>>(
      s.database.db,
      sql`select (select count(*)::int from enrolments) as enrolments, (select count(*)::int from waitlist_entries) as waiting, (select count(*)::int from invoices) as invoices,
        (select coalesce(sum(amount_cents), 0)::int from charges) as cents`,
    )
  )[0]!

const sheet = [
  'Enrollments 2026,,,',
  'Student,DOB,Class 1,Class 2',
  '"Wang, Mia",2019-03-01,Chess,一年级 / Grade 1',
  'Leo Wang,2020-05-01,chess,',
  'Zoe Li,2019-08-01,Ches,',
  'Nobody Known,2019-08-01,Chess,',
]

test('students join classes found by name, or the waitlist if one is full, and it is undone as a whole', async () => {
  const id = await start(...sheet)
  expect(await shown(id)).toEqual([
    'Mia Wang: Chess seat',
    'Mia Wang: Grade 1 there',
    'Leo Wang: Chess seat',
    'Zoe Li: ? class',
    'Nobody Known: Chess student',
  ])
  // A class that isn't recognized is asked about, and nothing is done before that.
  const { rows: found } = await seats(id)
  expect(found[3]).toMatchObject({ wanted: 'Ches', suggestions: [{ name: 'Chess' }] })
  await expect(enrol(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CLASSES' } })
  const chess = found[3]!.suggestions[0]!.id
  await choose(id, 'Ches', chess)
  expect((await shown(id))[3]).toBe('Zoe Li: Chess waitlist')
  expect((await seats(id)).choices).toEqual([{ wanted: 'Ches', sectionId: chess }])
  // After the answer is removed, it is asked again; only the office can choose, and only a class of the term.
  await choose(id, 'Ches')
  expect((await shown(id))[3]).toBe('Zoe Li: ? class')
  await expect(choose(id, 'Ches', id)).rejects.toMatchObject({ code: 'not-found' })
  const asTom = s.tom.call('imports-chooseClass', { id, termId, wanted: 'Ches', sectionId: chess })
  await expect(asTom).rejects.toMatchObject({ code: 'permission-denied' })
  await choose(id, 'Ches', chess)

  const before = await counted()
  const { batchId, ...made } = await enrol(id)
  expect(made).toMatchObject({ seats: 2, waiting: 1 })
  expect(made.totalCents).toBeGreaterThan(0)
  expect(await counted()).toMatchObject({
    enrolments: before.enrolments + 2,
    waiting: before.waiting + 1,
    cents: before.cents + made.totalCents,
  })
  expect(await s.ida.call('imports-get', { id })).toMatchObject({
    status: 'applied',
    enrolled: 3,
    counts: { changed: 3, rejected: 1 },
  })
  const again = await start(...sheet)
  await choose(again, 'Ches', chess)
  expect(await shown(again)).toEqual([
    'Mia Wang: Chess there',
    'Mia Wang: Grade 1 there',
    'Leo Wang: Chess there',
    'Zoe Li: Chess there',
    'Nobody Known: Chess student',
  ])
  await s.ida.call('batches-undo', { id: batchId })
  expect(await counted()).toEqual(before)
  expect(await s.ida.call('imports-get', { id })).toMatchObject({ status: 'undone' })
})

test('a class is found by its teacher and time, and enrolling is refused if the preview changed', async () => {
  const id = await start(
    'Student,Date of birth,Class teacher,Class time',
    'Mia Wang,2019-03-01,Ms. Eve Teacher,Sun 16:05-17:00',
    'Zoe Li,2019-08-01,Eve,',
    'Leo Wang,2020-05-01,,Sat 9:00-10:00',
  )
  expect(await shown(id)).toEqual(['Mia Wang: Chess seat', 'Zoe Li: Chess seat', 'Leo Wang: ? class'])
  await choose(id, 'Sat 9:00-10:00', null)
  const { counts } = await seats(id)
  expect(counts).toMatchObject({ seat: 2, skipped: 1, class: 0 })
  await rows(s.database.db, sql`update sections set capacity = 1 where name = 'Chess'`)
  await expect(s.ida.call('imports-enrol', { id, termId, counts })).rejects.toMatchObject({
    details: { reason: 'IMPORT_CHANGED' },
  })
  await rows(s.database.db, sql`update sections set capacity = 2, age_from = 9 where name = 'Chess'`)
  expect(await shown(id)).toEqual(['Mia Wang: Chess age', 'Zoe Li: Chess age', 'Leo Wang: ? skipped'])
  await expect(s.tom.call('imports-enrol', { id, termId, counts })).rejects.toMatchObject({
    code: 'permission-denied',
  })
})

test('a row with an unclosed quote stays out, and the rows around it are imported', async () => {
  await rows(s.database.db, sql`update sections set capacity = 9, age_from = null where name = 'Chess'`)
  const id = await start(
    'Student,DOB,Class',
    'Mia Wang,2019-03-01,Chess',
    '"Zoe Li,2019-08-01,Chess',
    '"Li, Zoe,2019-08-01,',
    'Leo Wang,2020-05-01,Chess',
  )
  expect(await shown(id)).toEqual([
    'Mia Wang: Chess seat',
    'Zoe Li: Chess quote',
    'Li: ? quote',
    'Leo Wang: Chess seat',
  ])
  expect(await enrol(id)).toMatchObject({ seats: 2, waiting: 0 })
  const { rows: left } = await s.ida.call('imports-rows', { id, outcome: 'rejected' })
  expect(left.map(({ n, problems }) => [n, problems[0]?.code])).toEqual([
    [3, 'seat-quote'],
    [4, 'seat-quote'],
  ])
})

test('a list of only names and classes is matched to students on file, and namesakes are doubtful', async () => {
  const id = await start('Student,Class', 'Mia Wang,Chess', 'Nobody Known,Chess')
  expect(await s.ida.call('imports-get', { id })).toMatchObject({ counts: { same: 1, new: 1 }, newChildren: 1 })
  const known = await start('Student,Class', 'Mia Wang,Chess', 'Leo Wang,Chess')
  expect(await s.ida.call('imports-get', { id: known })).toMatchObject({ counts: { same: 2, new: 0 }, newChildren: 0 })
  await rows(s.database.db, sql`update persons set name = 'Mia Wang', native_name = '' where name in ('Zoe Li')`)
  const doubted = await start('Student,Class', 'Mia Wang,Chess')
  expect(await s.ida.call('imports-get', { id: doubted })).toMatchObject({ counts: { doubtful: 1, new: 0 } })
})
