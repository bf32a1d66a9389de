import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const start = async (...lines: string[]): Promise<string> =>
  (
    await s.ida.call('imports-start', {
      fileName: 'staff.csv',
      bytes: Buffer.from(lines.join('\n')).toString('base64'),
    })
  ).id
const heading = 'Staff list 2026,,,,\nName,Email,Phone,Position,Hire date'
const staffOf = async (id: string) =>
  (await s.ida.call('imports-staff', { id })).rows.map(({ name, outcome, problems, notes }) =>
    [name, outcome, ...[...problems, ...notes].map(({ code }) => code)].join(' '),
  )
const apply = async (id: string) =>
  s.ida.call('imports-applyStaff', { id, counts: (await s.ida.call('imports-staff', { id })).counts })
const teachers = async () => (await s.ida.call('teachers-list', {})).rows.map(({ name }) => name)

test('new teachers are imported, people on file are matched, and it is undone as a whole', async () => {
  const before = await teachers()
  const id = await start(
    heading,
    '"Chen, Mei (陈梅)",MEI@example.com,585-555-0100,Math teacher,9/1/2019',
    'Mr. Tom Teacher,tom@school.example,,Teacher,',
    'Ann,ann@home.example,,Chinese,',
    'Olga Office,olga@example.com,,Registrar,1/15/2020',
    'Lea Later,lea@example.com,,Dance,12/31/2031',
    'Mei Chen,mei@example.com,,Math teacher,9/1/2019',
    ',nobody@example.com,,Teacher,',
    'Bad Mail,not@valid,,Teacher,',
    'Ora "Oz Open,ora@example.com,,Teacher,',
    '"Quinn, Pat,pat@example.com,,Teacher',
    'Tom & Ann Fox,fox@example.com,,Dance,',
    'Total: 11,,,,',
  )
  expect(await s.ida.call('imports-get', { id })).toMatchObject({ isStaffList: true, newChildren: 0 })
  expect(await staffOf(id)).toEqual([
    'Mei Chen new',
    'Tom Teacher same',
    'Ann joined',
    'Olga Office rejected staff-office',
    'Lea Later new staff-later',
    'Mei Chen rejected twice',
    ' rejected staff-name-missing',
    'Bad Mail rejected email-unreadable',
    'Ora Oz Open new quote-open',
    expect.stringMatching(/rejected quote-open/),
    'Tom & Ann Fox rejected people-two',
  ])
  const { batchId, teachers: n } = await apply(id)
  expect(n).toBe(4)
  expect(await teachers()).toEqual(
    expect.arrayContaining([...before, 'Mei Chen', expect.stringMatching(/^Ann/), 'Lea Later']),
  )
  expect(
    await rows(
      s.database.db,
      sql`select p.native_name, p.email, p.phone, g.starts_at::date::text as since from persons p join role_grants g on g.person_id = p.id and g.role = 'teacher' where p.name = 'Mei Chen'`,
    ),
  ).toEqual([{ nativeName: '陈梅', email: 'mei@example.com', phone: '(585) 555-0100', since: '2019-09-01' }])
  expect(await s.ida.call('imports-get', { id })).toMatchObject({
    status: 'applied',
    counts: { new: 4, same: 1, rejected: 6 },
  })
  await s.ida.call('batches-undo', { id: batchId })
  expect(await teachers()).toEqual(before)
  expect(await s.ida.call('imports-get', { id })).toMatchObject({ status: 'undone' })
})

test('an address or a name that is already in use raises a question, which blocks the import', async () => {
  const id = await start(
    heading,
    'Zoe Zimmer,ann@home.example,,Teacher,',
    'Tom Teacher,other.tom@example.com,,Teacher,',
    'Kim Lake,kim@example.com,,Teacher,',
  )
  expect(await staffOf(id)).toEqual(['Zoe Zimmer doubtful', 'Tom Teacher doubtful', 'Kim Lake new'])
  await expect(apply(id)).rejects.toMatchObject({ details: { fields: [{ path: 'rows' }] } })
  const [zoe, tom] = (await s.ida.call('imports-staff', { id })).rows
  await s.ida.call('imports-decide', { id, n: zoe!.n, answer: 'new' })
  await s.ida.call('imports-decide', { id, n: tom!.n, answer: 'same' })
  expect(await staffOf(id)).toEqual(['Zoe Zimmer new email-taken', 'Tom Teacher same differs-email', 'Kim Lake new'])
  const seen = (await s.ida.call('imports-staff', { id })).counts
  await s.ida.call('teachers-create', { name: 'Kim Lake', nativeName: '', email: 'kim@example.com', phone: '' })
  await expect(s.ida.call('imports-applyStaff', { id, counts: seen })).rejects.toMatchObject({
    details: { reason: 'IMPORT_CHANGED' },
  })
  expect(await teachers()).not.toContain('Zoe Zimmer')
  expect(await apply(id)).toMatchObject({ teachers: 1 })
  expect(await rows(s.database.db, sql`select email from persons where name = 'Zoe Zimmer'`)).toEqual([{ email: '' }])
})

test('skipped rows stay out, and teachers can’t import staff', async () => {
  const id = await start(heading, 'Ned North,ned@example.com,,Teacher,', 'Sue South,sue@example.com,,Teacher,')
  const [ned] = (await s.ida.call('imports-staff', { id })).rows
  await s.ida.call('imports-decide', { id, n: ned!.n, isSkipped: true })
  expect(await staffOf(id)).toEqual(['Ned North skipped', 'Sue South new'])
  const { counts } = await s.ida.call('imports-staff', { id })
  await expect(s.tom.call('imports-applyStaff', { id, counts })).rejects.toMatchObject({ code: 'permission-denied' })
  await apply(id)
  expect(await teachers()).toContain('Sue South')
  expect(await teachers()).not.toContain('Ned North')
})
