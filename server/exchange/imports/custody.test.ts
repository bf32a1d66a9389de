import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustodyAnswer, ImportRow } from '#contract/exchange/imports.ts'
import { rows } from '#server/platform/db.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const start = async (lines: readonly string[]): Promise<string> =>
  (
    await s.ida.call('imports-start', {
      fileName: 'custody.csv',
      bytes: Buffer.from(lines.join('\n')).toString('base64'),
    })
  ).id
const rowsOf = async (id: string): Promise<ImportRow[]> => (await s.ida.call('imports-rows', { id })).rows
const decide = (id: string, n: number, child: string, answer: Omit<CustodyAnswer, 'child'> | null) =>
  s.ida.call('imports-decide', { id, n, custody: { child, answer } })
const apply = async (id: string) =>
  s.ida.call('imports-apply', { id, counts: (await s.ida.call('imports-get', { id })).counts })

/** The rights of each guardian of a child: `all` to see and pick up, `see` to see only, or `nothing`. */
const rightsOf = async (child: string): Promise<Record<string, string>> => {
  const found = await rows<{ name: string; may: string }>(
    s.database.db,
    sql`
    select p.name, case when g.has_data_access and g.may_pick_up then 'all' when g.has_data_access then 'see' when g.may_pick_up then 'fetch' else 'nothing' end as may
    from guardianships g join persons p on p.id = g.guardian_id join persons c on c.id = g.student_id where c.name = ${child} order by p.name`,
  )
  return Object.fromEntries(found.map(({ name, may }) => [name, may]))
}

const heading =
  'Student Name,Birthday,Mother,Mother Email,Mother Pickup OK,Father,Father Email,Father Pickup OK,Custody,Notes'
const family = (child: string, born: string, name: string, mother = 'Y', father = 'Y', custody = '', notes = '') => {
  const at = `${name.toLowerCase()}@example.com`
  return `${child} ${name},${born},Ana ${name},ana.${at},${mother},Ben ${name},ben.${at},${father},${custody},${notes}`
}

test('a clear note bars the adult it names, child by child', async () => {
  const id = await start([
    heading,
    family('Mia', '2016-03-04', 'Aldous'),
    family('Leo', '2018-05-06', 'Aldous', 'Y', 'N'),
    family('Zoe', '2015-01-02', 'Barrow', 'Y', 'Y', 'Sole custody to the mother'),
    family('Max', '2017-01-02', 'Corbin', 'Y', 'Y', '', 'Loves dinosaurs. Father may not pick up.'),
    family('Lin', '2017-08-02', 'Dorset', 'Y', 'Y', 'Not to be picked up by Linda Gray'),
  ])
  expect((await rowsOf(id)).slice(1).map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new', 'new', 'new'])
  await apply(id)
  // Half-siblings have different rights.
  expect(await rightsOf('Mia Aldous')).toEqual({ 'Ana Aldous': 'all', 'Ben Aldous': 'all' })
  expect(await rightsOf('Leo Aldous')).toEqual({ 'Ana Aldous': 'all', 'Ben Aldous': 'see' })
  expect(await rightsOf('Zoe Barrow')).toEqual({ 'Ana Barrow': 'all', 'Ben Barrow': 'nothing' })
  expect(await rightsOf('Max Corbin')).toEqual({ 'Ana Corbin': 'all', 'Ben Corbin': 'nothing' })
  const denied = await rows(
    s.database.db,
    sql`select c.name as child, u.name, u.rule from pick_ups u join persons c on c.id = u.student_id where u.rule = 'deny'`,
  )
  expect(denied).toEqual([{ child: 'Lin Dorset', name: 'Linda Gray', rule: 'deny' }])
  const [zoe] = (await s.ida.call('students-list', { search: 'Zoe Barrow' })).rows
  expect(await s.ida.call('students-homes', { id: zoe!.id })).toMatchObject({
    custodyNote: 'Custody: Sole custody to the mother',
    isCustodyOpen: false,
  })
})

test('a row with several children asks about each child whose note is unclear, and only about those', async () => {
  const id = await start([
    'Mother,Mother Email,Father,Father Email,Child 1 Name,Child 1 DOB,Child 1 Custody,Child 2 Name,Child 2 DOB,Child 2 Custody',
    'Ana Heron,ana.heron@example.com,Ben Heron,ben.heron@example.com,Amy Heron,2016-03-04,Joint custody,Bo Heron,2018-03-04,See file',
    'Ana Ibis,ana.ibis@example.com,Ben Ibis,ben.ibis@example.com,Cy Ibis,2016-03-04,Ask the office,Di Ibis,2018-03-04,See file',
  ])
  const [, one, both] = await rowsOf(id)
  expect(one!.custody).toMatchObject([{ child: 'Bo Heron', notes: ['Child 2 Custody: See file'] }])
  expect(both!.custody).toMatchObject([
    { child: 'Cy Ibis', notes: ['Child 1 Custody: Ask the office'] },
    { child: 'Di Ibis', notes: ['Child 2 Custody: See file'] },
  ])
  await s.ida.call('imports-discard', { id })
})

test('a note about several children is answered for each of them, and all wait until the last answer', async () => {
  const id = await start([
    'Mother,Mother Email,Father,Father Email,Child 1 Name,Child 1 DOB,Child 2 Name,Child 2 DOB,Notes',
    'Ana Jung,ana.jung@example.com,Ben Jung,ben.jung@example.com,Mia Jung,2016-03-04,Leo Jung,2018-03-04,Complicated custody (Mia)',
    'Ana Kern,ana.kern@example.com,Ben Kern,ben.kern@example.com,Kim Kern,2016-03-04,Lou Kern,2018-03-04,Complicated custody (Mia)',
  ])
  const open = async () =>
    (await s.ida.call('imports-families', { id, part: 'asked' })).rows.flatMap(({ questions }) =>
      questions.map(({ n, child, isOpen, alike }) => `${n} ${child}: ${isOpen ? `open, ${alike} alike` : 'answered'}`),
    )
  expect(await open()).toEqual([
    '2 Mia Jung: open, 2 alike',
    '2 Leo Jung: open, 2 alike',
    '3 Kim Kern: open, 2 alike',
    '3 Lou Kern: open, 2 alike',
  ])
  await decide(id, 2, 'Mia Jung', { kind: 'bar', barred: ['Ben Jung'] })
  expect((await rowsOf(id))[1]).toMatchObject({
    outcome: 'doubtful',
    custody: [{ child: 'Leo Jung' }],
    custodyAnswers: [{ child: 'Mia Jung', kind: 'bar', barred: ['Ben Jung'] }],
  })
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CUSTODY' } })
  // An answer for all families with this note leaves the sister or brother to an answer of their own.
  await s.ida.call('imports-decide', {
    id,
    n: 3,
    custody: { child: 'Kim Kern', answer: { kind: 'hold', barred: [] } },
    isForAll: true,
  })
  expect(await open()).toEqual([
    '2 Mia Jung: answered',
    '2 Leo Jung: answered',
    '3 Kim Kern: answered',
    '3 Lou Kern: open, 0 alike',
  ])
  await decide(id, 2, 'Leo Jung', null)
  expect((await rowsOf(id))[1]).toMatchObject({ custody: [{ child: 'Leo Jung' }] })
  await decide(id, 2, 'Leo Jung', { kind: 'clear', barred: [] })
  await decide(id, 3, 'Lou Kern', { kind: 'clear', barred: [] })
  const { batchId } = await apply(id)
  expect(await rightsOf('Mia Jung')).toEqual({ 'Ana Jung': 'all', 'Ben Jung': 'nothing' })
  expect(await rightsOf('Leo Jung')).toEqual({ 'Ana Jung': 'all', 'Ben Jung': 'all' })
  expect(await rightsOf('Kim Kern')).toEqual({ 'Ana Kern': 'nothing', 'Ben Kern': 'nothing' })
  expect(await rightsOf('Lou Kern')).toEqual({ 'Ana Kern': 'all', 'Ben Kern': 'all' })
  await s.ida.call('batches-undo', { id: batchId })
})

test('siblings of the same name are asked about one by one, on one line or on two', async () => {
  const id = await start([
    'Timestamp,Mother,Mother Email,Father,Father Email,Child 1 Name,Child 1 DOB,Child 2 Name,Child 2 DOB,Notes',
    '2026-08-01 10:00:00,Ana Moss,ana.moss@example.com,Ben Moss,ben.moss@example.com,Mia Moss,2016-03-04,Mia Moss,2018-03-04,Complicated custody',
    ',Ana Nash,ana.nash@example.com,Ben Nash,ben.nash@example.com,Kim Nash,2016-03-04,,,Complicated custody',
    ',Ana Nash,ana.nash@example.com,Ben Nash,ben.nash@example.com,Kim Nash,2018-03-04,,,Complicated custody',
  ])
  const open = async () =>
    (await s.ida.call('imports-families', { id, part: 'asked' })).rows.flatMap(({ questions }) =>
      questions.map(({ n, child, isOpen, alike }) => `${n} ${child}: ${isOpen ? `open, ${alike} alike` : 'answered'}`),
    )
  expect(await open()).toEqual([
    '2 Mia Moss (2016-03-04): open, 2 alike',
    '2 Mia Moss (2018-03-04): open, 2 alike',
    '3 Kim Nash (2016-03-04): open, 2 alike',
    '4 Kim Nash (2018-03-04): open, 2 alike',
  ])
  await decide(id, 2, 'Mia Moss (2016-03-04)', { kind: 'clear', barred: [] })
  await s.ida.call('imports-decide', {
    id,
    n: 3,
    custody: { child: 'Kim Nash (2016-03-04)', answer: { kind: 'clear', barred: [] } },
    isForAll: true,
  })
  // The family's other question is still open, and so is one of each family like it.
  expect(await open()).toEqual([
    '2 Mia Moss (2016-03-04): answered',
    '2 Mia Moss (2018-03-04): answered',
    '3 Kim Nash (2016-03-04): answered',
    '4 Kim Nash (2018-03-04): open, 0 alike',
  ])
  await decide(id, 2, 'Mia Moss (2018-03-04)', { kind: 'bar', barred: ['Ben Moss'] })
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CUSTODY' } })
  await decide(id, 4, 'Kim Nash (2018-03-04)', { kind: 'bar', barred: ['Ana Nash'] })
  const { batchId } = await apply(id)
  const barred = await rows(
    s.database.db,
    sql`select c.name, c.birth_on::text as born, p.name as guardian from guardianships g join persons p on p.id = g.guardian_id join persons c on c.id = g.student_id
      where c.name in ('Mia Moss', 'Kim Nash') and not g.has_data_access order by 1 desc`,
  )
  expect(barred).toEqual([
    { name: 'Mia Moss', born: '2018-03-04', guardian: 'Ben Moss' },
    { name: 'Kim Nash', born: '2018-03-04', guardian: 'Ana Nash' },
  ])
  await s.ida.call('batches-undo', { id: batchId })
})

test('an answer that an earlier release stored for a whole row no longer counts, and the row asks again', async () => {
  const id = await start([heading, family('Ned', '2016-03-04', 'Lorenz', 'Y', 'Y', 'See file')])
  await rows(
    s.database.db,
    sql`update import_rows set custody_answer = '{"kind":"clear","barred":[]}' where import_id = ${id}::uuid and n = 2`,
  )
  await s.ida.call('imports-check', { id })
  expect((await rowsOf(id))[1]).toMatchObject({ custody: [{ child: 'Ned Lorenz' }], custodyAnswers: [] })
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CUSTODY' } })
  await s.ida.call('imports-discard', { id })
})

test('a note that is clear only because of a doubtful line waits with that line', async () => {
  const id = await start([
    'Student Name,Birthday,Mother,Mother Email,Father,Father Email,Notes',
    'Zoe Osmund,2009-07-26,Ana Osmund,ana.osmund@example.com,Jun Li,jun.li@example.com,',
    'Lucas Osmund,2012-04-13,Ana Osmund,ana.osmund@example.com,李军,jun.li@example.com,Not to be picked up by Jun Li.',
  ])
  // Zoe is asked about because of her brother; without her line nothing shows that Jun Li is 李军.
  expect((await rowsOf(id)).slice(1).map(({ outcome }) => outcome)).toEqual(['doubtful', 'doubtful'])
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CUSTODY' } })
  await decide(id, 2, 'Zoe Osmund', { kind: 'clear', barred: [] })
  expect((await rowsOf(id)).slice(1).map(({ outcome }) => outcome)).toEqual(['new', 'new'])
  await apply(id)
  expect(await rightsOf('Zoe Osmund')).toEqual({ 'Ana Osmund': 'all', 'Jun Li': 'all' })
  expect(await rightsOf('Lucas Osmund')).toEqual({ 'Ana Osmund': 'all', 'Jun Li': 'nothing' })
})

test('an unclear note blocks the import until the office answers, and “not sure yet” gives no one access', async () => {
  const lines = [
    heading,
    family('Ida', '2016-03-04', 'Eames', 'Y', 'Y', 'See file'),
    family('Oli', '2016-03-05', 'Fenton', 'Y', 'Y', 'Complicated'),
    family('Uma', '2016-03-06', 'Garner', 'Y', 'ask first'),
    family('Tom', '2016-03-07', 'Harper'),
  ]
  const id = await start(lines)
  const asked = (await rowsOf(id)).filter(({ custody }) => custody.length > 0)
  expect(asked.map(({ n, outcome, custody }) => [n, outcome, custody[0]!.child, custody[0]!.notes])).toEqual([
    [2, 'doubtful', 'Ida Eames', ['Custody: See file']],
    [3, 'doubtful', 'Oli Fenton', ['Custody: Complicated']],
    [4, 'doubtful', 'Uma Garner', ['Father Pickup OK: ask first']],
  ])
  expect((await s.ida.call('imports-get', { id })).custody).toBe(3)
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CUSTODY' } })
  await decide(id, 2, 'Ida Eames', { kind: 'clear', barred: [] })
  await decide(id, 3, 'Oli Fenton', { kind: 'bar', barred: ['Ben Fenton'] })
  await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_CUSTODY' } })
  await decide(id, 4, 'Uma Garner', { kind: 'hold', barred: [] })
  const { batchId } = await apply(id)
  expect(await rightsOf('Ida Eames')).toEqual({ 'Ana Eames': 'all', 'Ben Eames': 'all' })
  expect(await rightsOf('Oli Fenton')).toEqual({ 'Ana Fenton': 'all', 'Ben Fenton': 'nothing' })
  expect(await rightsOf('Uma Garner')).toEqual({ 'Ana Garner': 'nothing', 'Ben Garner': 'nothing' })
  expect(await rightsOf('Tom Harper')).toEqual({ 'Ana Harper': 'all', 'Ben Harper': 'all' })

  // It is on the work queue until someone marks it as decided.
  const waiting = async () =>
    (await s.ida.call('dashboard-attention', {})).items.find(({ key }) => key === 'custody')?.n ?? 0
  expect(await waiting()).toBe(1)
  const [uma] = (await s.ida.call('students-list', { search: 'Uma Garner' })).rows
  const { custodyNote, isCustodyOpen } = await s.ida.call('students-homes', { id: uma!.id })
  expect([custodyNote, isCustodyOpen]).toEqual(['Father Pickup OK: ask first', true])

  // A second import asks nothing again, and keeps what the office has decided.
  const again = await start(lines)
  const second = await s.ida.call('imports-get', { id: again })
  expect(second).toMatchObject({ custody: 0, counts: { same: 4, doubtful: 0, changed: 0 } })

  await s.ida.call('students-changeCustody', { id: uma!.id, note: custodyNote, isDecided: true })
  expect(await waiting()).toBe(0)
  // A decision about an imported note is undone with the import; a note with other wording is not.
  await s.ida.call('students-changeCustody', { id: uma!.id, note: 'Agreed with both parents.' })
  await expect(s.ida.call('batches-undo', { id: batchId })).rejects.toMatchObject({
    details: { reason: 'CHANGED_SINCE' },
  })
  expect(await waiting()).toBe(0)
  await s.ida.call('students-changeCustody', { id: uma!.id, note: custodyNote })
  await s.ida.call('batches-undo', { id: batchId })
  expect((await s.ida.call('students-list', { search: 'Uma Garner' })).rows).toEqual([])
  expect(await waiting()).toBe(0)
})

test('a skipped line still bars if another line brings the child in', async () => {
  const lines = [
    heading,
    family('Kit', '2016-03-04', 'Jarvis', 'Y', 'Y', 'No contact with father'),
    family('Kit', '2016-03-04', 'Jarvis'),
  ]
  const id = await start(lines)
  await s.ida.call('imports-decide', { id, n: 2, isSkipped: true })
  await apply(id)
  expect(await rightsOf('Kit Jarvis')).toEqual({ 'Ana Jarvis': 'all', 'Ben Jarvis': 'nothing' })
})

test('a guardian with access loses it when a sheet bars them, and gets it back on undo', async () => {
  const first = await start([heading, family('Pia', '2016-03-04', 'Keller')])
  await apply(first)
  expect(await rightsOf('Pia Keller')).toEqual({ 'Ana Keller': 'all', 'Ben Keller': 'all' })
  const second = await start([heading, family('Pia', '2016-03-04', 'Keller', 'Y', 'Y', 'No contact with father')])
  expect((await rowsOf(second)).at(-1)).toMatchObject({
    outcome: 'changed',
    warnings: [{ code: 'custody-barred', text: 'Ben Keller → Pia Keller' }],
  })
  const { batchId } = await apply(second)
  expect(await rightsOf('Pia Keller')).toEqual({ 'Ana Keller': 'all', 'Ben Keller': 'nothing' })
  await s.ida.call('batches-undo', { id: batchId })
  expect(await rightsOf('Pia Keller')).toEqual({ 'Ana Keller': 'all', 'Ben Keller': 'all' })
})

test('a sibling’s father whom the office or a note bars is on the child’s record as barred', async () => {
  const lines = [
    'Student Name,Birthday,Parent 1,Parent 1 Email,Parent 2,Parent 2 Email,Notes',
    'Kai Quill,2016-11-05,Rolf Quill,rolf.quill@example.com,Jana Quill,jana.quill@example.com,',
    'Emma Quill,2018-02-03,Jana Quill,jana.quill@example.com,,,Father not allowed to pick up',
    'Nils Reed,2016-11-05,Arno Reed,arno.reed@example.com,Dora Reed,dora.reed@example.com,',
    'Pia Reed,2018-02-03,Dora Reed,dora.reed@example.com,,,Not to be picked up by Arno Reed',
  ]
  const id = await start(lines)
  await decide(id, 3, 'Emma Quill', { kind: 'bar', barred: ['Rolf Quill'] })
  await apply(id)
  expect(await rightsOf('Kai Quill')).toEqual({ 'Jana Quill': 'all', 'Rolf Quill': 'all' })
  expect(await rightsOf('Emma Quill')).toEqual({ 'Jana Quill': 'all', 'Rolf Quill': 'nothing' })
  expect(await rightsOf('Pia Reed')).toEqual({ 'Arno Reed': 'nothing', 'Dora Reed': 'all' })
})

test('a guardian on file whom a later sheet bars from a child on file is on the child’s record as barred', async () => {
  const sheet = (note: string) => [
    'Student Name,Birthday,Parent 1,Parent 1 Email,Parent 2,Parent 2 Email,Notes',
    'Kai Stone,2016-11-05,Rolf Stone,rolf.stone@example.com,Jana Stone,jana.stone@example.com,',
    `Emma Stone,2018-02-03,Jana Stone,jana.stone@example.com,,,${note}`,
  ]
  await apply(await start(sheet('')))
  expect(await rightsOf('Kai Stone')).toEqual({ 'Jana Stone': 'all', 'Rolf Stone': 'all' })
  expect(await rightsOf('Emma Stone')).toEqual({ 'Jana Stone': 'all' })
  const id = await start(sheet('Not to be picked up by Rolf Stone'))
  expect((await rowsOf(id)).at(-1)).toMatchObject({
    outcome: 'changed',
    warnings: [{ code: 'custody-barred', text: 'Rolf Stone → Emma Stone' }],
  })
  const { batchId } = await apply(id)
  expect(await rightsOf('Emma Stone')).toEqual({ 'Jana Stone': 'all', 'Rolf Stone': 'nothing' })
  expect(await rightsOf('Kai Stone')).toEqual({ 'Jana Stone': 'all', 'Rolf Stone': 'all' })
  const [emma] = (await s.ida.call('students-list', { search: 'Emma Stone' })).rows
  const guardians = (await s.ida.call('students-homes', { id: emma!.id })).homes.flatMap(home => home.guardians)
  expect(guardians.find(({ name }) => name === 'Rolf Stone')).toMatchObject({ hasDataAccess: false, mayPickUp: false })
  await s.ida.call('batches-undo', { id: batchId })
  expect(await rightsOf('Emma Stone')).toEqual({ 'Jana Stone': 'all' })
})
