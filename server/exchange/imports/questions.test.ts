import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportFamily } from '#contract/exchange/imports.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const start = async (lines: readonly string[]): Promise<string> =>
  (
    await s.ida.call('imports-start', {
      fileName: 'families.csv',
      bytes: Buffer.from(lines.join('\n')).toString('base64'),
    })
  ).id
const get = (id: string) => s.ida.call('imports-get', { id })
const apply = async (id: string) => s.ida.call('imports-apply', { id, counts: (await get(id)).counts })
const asked = (id: string) => s.ida.call('imports-families', { id, part: 'asked' })
const sure = (id: string) => s.ida.call('imports-families', { id, part: 'sure' })
const kinds = ({ questions }: ImportFamily) =>
  questions.map(({ n, kind, isOpen, alike }) => `${n} ${kind} ${isOpen ? `open, ${alike} alike` : 'answered'}`)
const made = async (id: string): Promise<string[]> =>
  (await s.ida.call('imports-rows', { id })).rows.flatMap(({ n, outcome, children }) =>
    outcome === 'ignored' ? [] : [`${n} ${outcome} ${children.map(({ name }) => name).join()}`],
  )

const headings = 'Student ID,Student,DOB,Parent,Parent email,Custody'

test('each question is asked once per family, and can be answered for all that are alike', async () => {
  const id = await start([
    headings,
    '1,Ida Abel,2016-03-04,Ana Abel,ana@abel.example,See file',
    '1,Ida Abel,2016-03-04,Ben Abel,ben@abel.example,See file',
    '2,Oli Bond,2016-03-05,Ana Bond,ana@bond.example,See file',
    '3,Uma Cole,2016-03-06,Ana Cole,ana@cole.example,Complicated',
    '4,Tom Dorn,2016-03-07,Ana Dorn,ana@dorn.example,',
  ])
  const before = await asked(id)
  expect(before.open).toBe(3)
  expect(before.rows.map(({ n, name, rows }) => [n, name, rows.length])).toEqual([
    [2, 'Ana Abel', 2],
    [4, 'Ana Bond', 1],
    [5, 'Ana Cole', 1],
  ])
  expect(before.rows.flatMap(kinds)).toEqual([
    '2 custody open, 1 alike',
    '4 custody open, 1 alike',
    '5 custody open, 0 alike',
  ])
  expect((await sure(id)).rows.map(({ name }) => name)).toEqual(['Ana Dorn'])

  await s.ida.call('imports-decide', {
    id,
    n: 2,
    custody: { child: 'Ida Abel', answer: { kind: 'hold', barred: [] } },
    isForAll: true,
  })
  const after = await asked(id)
  expect(after.open).toBe(1)
  expect(after.rows.flatMap(kinds)).toEqual(['2 custody answered', '4 custody answered', '5 custody open, 0 alike'])
  await s.ida.call('imports-decide', { id, n: 5, isSkipped: true })
  expect((await asked(id)).rows.flatMap(kinds).at(-1)).toBe('5 skipped answered')
  expect(await made(id)).toEqual([
    '2 new Ida Abel',
    '3 joined Ida Abel',
    '4 new Oli Bond',
    '5 skipped Uma Cole',
    '6 new Tom Dorn',
  ])
})

test('an answer that bars a guardian never applies to several families at once', async () => {
  const id = await start([
    headings,
    '11,Ida Ebert,2016-03-04,Ana Ebert,ana@ebert.example,See file',
    '12,Oli Fuchs,2016-03-05,Ana Fuchs,ana@fuchs.example,See file',
  ])
  expect((await asked(id)).open).toBe(2)
  await s.ida.call('imports-decide', {
    id,
    n: 2,
    custody: { child: 'Ida Ebert', answer: { kind: 'bar', barred: ['Ana Ebert'] } },
    isForAll: true,
  })
  expect((await asked(id)).open).toBe(1)
})

test('a number that two names in a sheet share raises a question', async () => {
  const lines = [
    headings,
    '21,Mia Gray,2016-03-04,Ana Gray,ana@gray.example,',
    '21,Zoe Hunt,2017-03-04,Bea Hunt,bea@hunt.example,',
    '22,Kai Ives,2016-03-05,Cat Ives,cat@ives.example,',
    '22,Max Jost,2017-03-05,Dot Jost,dot@jost.example,',
  ]
  const id = await start(lines)
  const { rows, open } = await asked(id)
  expect(open).toBe(2)
  expect(rows.map(({ rows: [row] }) => row!.number)).toEqual([
    { kind: 'student', number: '21', name: 'Zoe Hunt', other: 'Mia Gray' },
    { kind: 'student', number: '22', name: 'Max Jost', other: 'Kai Ives' },
  ])
  expect(rows.flatMap(kinds)).toEqual(['3 number open, 1 alike', '5 number open, 1 alike'])
  expect(await made(id)).toEqual(['2 new Mia Gray', '3 doubtful Zoe Hunt', '4 new Kai Ives', '5 doubtful Max Jost'])
  await s.ida.call('imports-decide', { id, n: 3, numberAnswer: 'new', isForAll: true })
  expect(await made(id)).toEqual(['2 new Mia Gray', '3 new Zoe Hunt', '4 new Kai Ives', '5 new Max Jost'])
  // The same child with another name in one of its rows is one child.
  await s.ida.call('imports-decide', { id, n: 5, numberAnswer: 'same' })
  expect((await get(id)).newChildren).toBe(3)
  await s.ida.call('imports-decide', { id, n: 5, numberAnswer: 'new' })
  await apply(id)
  // The family that had the number first keeps it; the others went without.
  const again = await start([
    headings,
    '21,Mia Gray,2016-03-04,Ana Gray,,',
    ',Zoe Hunt,2017-03-04,Bea Hunt,bea@hunt.example,',
  ])
  expect((await get(again)).counts).toMatchObject({ same: 2, new: 0, doubtful: 0 })
})

test('a number known under another name raises a question: the same person or a new one', async () => {
  await apply(await start([headings, '31,Mia Kern,2016-03-04,Ana Kern,ana@kern.example,']))
  const renamed = '31,Lea Vogt,2016-04-04,Tea Vogt,tea@vogt.example,'
  const id = await start([headings, renamed])
  const { rows } = await asked(id)
  expect(rows[0]!.rows[0]).toMatchObject({
    outcome: 'doubtful',
    number: { kind: 'student', number: '31', name: 'Lea Vogt', other: 'Mia Kern' },
  })
  await s.ida.call('imports-decide', { id, n: 2, numberAnswer: 'same' })
  expect((await s.ida.call('imports-rows', { id })).rows[1]).toMatchObject({
    outcome: 'joined',
    children: [{ isNew: false }],
    family: 'Ana Kern',
  })
  await s.ida.call('imports-decide', { id, n: 2, numberAnswer: 'new' })
  expect((await get(id)).counts).toMatchObject({ new: 1, doubtful: 0 })
  await s.ida.call('imports-decide', { id, n: 2, numberAnswer: null })
  expect((await get(id)).counts).toMatchObject({ new: 0, doubtful: 1 })
})

test('a family number groups a household, and the next sheet is matched by it', async () => {
  const sheet = (...lines: string[]) => ['Family ID,Student,DOB,Parent,Parent email', ...lines]
  const id = await start(
    sheet(
      'F-1,Mia Lund,2016-03-04,Ana Lund,ana@lund.example',
      'F-1,Kim Berg,2014-03-04,Ana Lund,',
      'F-2,Zoe Moss,2015-03-04,Eva Moss,eva@moss.example',
    ),
  )
  expect((await sure(id)).rows.map(({ rows }) => rows.map(({ n }) => n))).toEqual([[2, 3], [4]])
  await apply(id)
  // Another address, and only a cousin of that name: the number alone shows where the child belongs.
  const next = await start(sheet('F-1,Noa Lund,2019-03-04,Olaf Lund,olaf@lund.example'))
  expect((await s.ida.call('imports-rows', { id: next })).rows[1]).toMatchObject({
    outcome: 'joined',
    family: 'Ana Lund',
  })
  // A parent of another family is evidence against it.
  const both = await start(sheet('F-1,Ada Lund,2019-03-04,Eva Moss,eva@moss.example'))
  expect((await asked(both)).rows[0]!.rows[0]!.number).toMatchObject({ kind: 'family', other: 'Ana Lund' })
  const family = async () => (await s.ida.call('imports-rows', { id: both })).rows[1]!.family
  await s.ida.call('imports-decide', { id: both, n: 2, numberAnswer: 'same' })
  expect(await family()).toBe('Ana Lund')
  await s.ida.call('imports-decide', { id: both, n: 2, numberAnswer: 'new' })
  expect(await family()).toBe('Eva Moss')
  // A number that is given to strangers is no proof.
  const strange = await start(sheet('F-1,Ivo Nagy,2019-03-04,Eta Nagy,eta@nagy.example'))
  expect((await asked(strange)).rows[0]!.rows[0]!.number).toEqual({
    kind: 'family',
    number: 'F-1',
    name: 'Eta Nagy',
    other: 'Ana Lund',
  })
  await s.ida.call('imports-decide', { id: strange, n: 2, numberAnswer: 'new' })
  expect((await get(strange)).counts).toMatchObject({ new: 1, doubtful: 0 })
  await s.ida.call('imports-decide', { id: strange, n: 2, numberAnswer: 'same' })
  expect((await s.ida.call('imports-rows', { id: strange })).rows[1]).toMatchObject({
    outcome: 'joined',
    family: 'Ana Lund',
  })
})

test.each(['Family ID', 'Family #', 'Family number', 'Household number', 'Household ID', '家庭编号', '户号'])(
  '“%s” is read as the family’s number',
  async heading => {
    const id = await start([`${heading},Student,DOB,Parent`, 'F-9,Mia Otto,2016-03-04,Ana Otto'])
    expect((await get(id)).columns[0]!.target.field).toBe('family-id')
  },
)

test('two families in one sheet that share only a number raise a question', async () => {
  const id = await start([
    'Family ID,Student,DOB,Parent,Parent email',
    'F-7,Mia Pohl,2016-03-04,Ana Pohl,ana@pohl.example',
    'F-7,Zoe Quast,2017-03-04,Bea Quast,bea@quast.example',
  ])
  expect((await asked(id)).rows.map(({ rows: [row] }) => row!.number)).toEqual([
    { kind: 'family', number: 'F-7', name: 'Bea Quast', other: 'Ana Pohl' },
  ])
  await s.ida.call('imports-decide', { id, n: 3, numberAnswer: 'new' })
  expect((await get(id)).newFamilies).toBe(2)
  await s.ida.call('imports-decide', { id, n: 3, numberAnswer: 'same' })
  expect((await get(id)).newFamilies).toBe(1)
})

test('a child of the same name and birthday in two families raises a question instead of being merged', async () => {
  const id = await start([
    'Student,DOB,Parent 1,Parent 1 email,Parent 2,Parent 2 email',
    'Finn Wolf,2015-04-27,Ana Wolf,ana@wolf.example,Carl Wolf,carl@wolf.example',
    'Finn Wolf,2015-04-27,Eva Wolf,eva@wolf.example,Dan Wolf,dan@wolf.example',
  ])
  expect(await made(id)).toEqual(['2 new Finn Wolf', '3 doubtful Finn Wolf'])
  expect((await asked(id)).rows[0]!.rows[0]!.doubt).toMatchObject({
    child: 'Finn Wolf',
    birthOn: '2015-04-27',
    family: 'Ana Wolf',
    kind: 'namesake',
  })
  await s.ida.call('imports-decide', { id, n: 3, answer: 'new' })
  expect(await get(id)).toMatchObject({ newFamilies: 2, newChildren: 2, counts: { doubtful: 0 } })
  // Parents who live apart, each with a new partner.
  await s.ida.call('imports-decide', { id, n: 3, answer: 'same' })
  expect(await get(id)).toMatchObject({ newFamilies: 1, newChildren: 1, newGuardians: 4, counts: { doubtful: 0 } })
})

test('one line per guardian makes one child', async () => {
  const id = await start([
    'Student,DOB,Guardian,Guardian email',
    'Finn Yost,2015-04-27,Ana Yost,ana@yost.example',
    'Finn Yost,2015-04-27,Carl Berg,carl@berg.example',
    'Finn Yost,2015-04-27,Dora Lind,dora@lind.example',
  ])
  expect(await get(id)).toMatchObject({ newFamilies: 1, newChildren: 1, newGuardians: 3, counts: { doubtful: 0 } })
})

test('a number that the whole sheet shares is ignored, and raises no question', async () => {
  const names = ['Ada Quin', 'Bo Rist', 'Cy Sand', 'Di Toll', 'Eli Ude', 'Fay Voss']
  const id = await start([
    'Family ID,Student ID,Student,DOB,Parent,Parent email',
    ...names.map((name, n) => `F-0,0,${name},2016-03-0${n + 1},Ann ${name.split(' ')[1]},a${n}@filler.example`),
  ])
  expect((await asked(id)).open).toBe(0)
  expect(await get(id)).toMatchObject({ newFamilies: 6, newChildren: 6 })
  expect((await get(id)).unused.map(({ column, reason, n }) => [column, reason, n])).toEqual([
    [0, 'unread', 6],
    [1, 'unread', 6],
  ])
})

test('the report by families is for the office only', async () => {
  const id = await start([headings, '41,Mia Rau,2016-03-04,Ana Rau,ana@rau.example,'])
  expect((await sure(id)).rows).toHaveLength(1)
  for (const person of [s.ann, s.tom])
    await expect(person.call('imports-families', { id, part: 'sure' })).rejects.toMatchObject({
      code: 'permission-denied',
    })
})
