import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '#contract/index.ts'
import type { ImportRow } from '#contract/exchange/imports.ts'
import { rows } from '#server/platform/db.ts'
import { importing, sheet } from '#tests/importing.ts'
import { type SmallSchool, school } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const { get, apply, counts } = importing(() => s)
const start = async (text: string, fileName = 'families.csv'): Promise<string> =>
  (await s.ida.call('imports-start', { fileName, bytes: Buffer.from(text).toString('base64') })).id
const allRows = async (id: string, outcome?: ImportRow['outcome']): Promise<ImportRow[]> => {
  const found: ImportRow[] = []
  let after: string | undefined
  do {
    const page: Output<'imports-rows'> = await s.ida.call('imports-rows', {
      id,
      ...(outcome && { outcome }),
      ...(after && { after }),
    })
    found.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return found
}
const students = async (search: string) => (await s.ida.call('students-list', { search })).rows

test('nearly all of a workbook is imported, and importing it again creates nothing', async () => {
  const file = sheet('families.xlsx')
  const { id } = await s.ida.call('imports-start', file)
  const draft = await get(id)
  const landed = draft.counts.new + draft.counts.joined + draft.counts.changed + draft.counts.same
  expect(landed / (landed + draft.counts.rejected + draft.counts.doubtful)).toBeGreaterThan(0.95)
  const before = await counts()
  const made = await apply(id)
  expect(made.children).toBe(draft.counts.new + draft.counts.joined)
  const after = await counts()
  expect(after[1]).toBe(before[1]! + made.children)
  const again = await s.ida.call('imports-start', file)
  const { doubtful } = draft.counts
  expect((await get(again.id)).counts).toMatchObject({ new: 0, joined: 0, changed: 0, doubtful })
  expect(await counts()).toEqual(after)
})

describe('families that the school knows', () => {
  test('get what is new, and nothing is overwritten', async () => {
    const id = await start(
      'Student,Date of birth,Grade,Parent,Email,Phone\n' +
        '"WANG, Mia",1 March 2019,7,Ann Wang,ANN@home.example,555 0100\n' +
        'Noa Wang,2021-02-03,K,Ann Wang,ann@home.example,(301) 555-0188\n',
    )
    const [mia, noa] = (await allRows(id)).slice(1)
    expect(mia).toMatchObject({ outcome: 'same', children: [{ name: 'Mia Wang', isNew: false }] })
    expect(mia!.warnings.map(({ code }) => code)).toContain('differs-grade')
    expect(noa).toMatchObject({
      outcome: 'joined',
      children: [{ name: 'Noa Wang', isNew: true }],
      guardians: [{ isNew: false }],
    })
    await apply(id)
    const mine = await s.ann.call('students-mine', {})
    expect(mine.map(({ name, grade }) => `${name} ${grade}`)).toEqual(['Mia Wang 3', 'Leo Wang 3', 'Noa Wang K'])
  })

  test('get a preferred name and a doctor that are only on a child’s second line', async () => {
    const headings = 'Student,Preferred name,Date of birth,Parent,Email,Doctor,Doctor phone\n'
    const parent = '2021-02-03,Ann Wang,ann@home.example'
    await apply(await start(`${headings}Noa Wang,,${parent},,\nNoa Wang,Nono,${parent},Dr. Ho,(301) 555-0111\n`))
    expect((await s.ann.call('students-mine', {})).find(({ name }) => name === 'Noa Wang')).toMatchObject({
      preferredName: 'Nono',
      doctorName: 'Dr. Ho',
      doctorPhone: expect.stringContaining('0111') as string,
    })
  })

  test('hide everything from a guardian without access, a new sibling too', async () => {
    const [bob] = await rows<{ id: string }>(
      s.database.db,
      sql`select p.id from persons p join accounts a on a.id = p.account_id where a.email = 'bob@home.example'`,
    )
    const household = (await s.bob.call('parents-household', {}))[0]!
    expect(household.children).toHaveLength(1)
    await s.database.db.execute(
      sql`update guardianships set has_data_access = false where guardian_id = ${bob!.id}::uuid`,
    )
    const id = await start(
      'Child,Birthday,Mother,Father,Father email\nZoe Li,2019-08-01,Una Li,Bob Li,bob@home.example\nAda Li,2021-01-01,Una Li,Bob Li,bob@home.example\n',
    )
    await apply(id)
    expect(await students('Ada Li')).toHaveLength(1)
    expect(await s.bob.call('parents-household', {})).toEqual([])
    expect(await s.bob.call('students-mine', {})).toEqual([])
    await s.database.db.execute(
      sql`update guardianships set has_data_access = true where guardian_id = ${bob!.id}::uuid`,
    )
    expect((await s.bob.call('students-mine', {})).map(({ name }) => name)).toEqual(['Zoe Li', 'Ada Li'])
  })

  test('get the name of a guardian who was known only by an address', async () => {
    await apply(await start('Child,Birthday,Parent email\nUma Roy,2017-05-01,roy@home.example\n'))
    const household = async () => (await s.ida.call('parents-list', { search: 'roy@home.example' })).rows[0]!
    expect((await household()).guardians).toEqual([{ name: 'roy@home.example', nativeName: '' }])
    const id = await start(
      'Child,Birthday,Parent,Email,Phone\nUma Roy,2017-05-01,Kavi Roy,roy@home.example,301-555-0123\n',
    )
    expect((await get(id)).counts).toMatchObject({ changed: 1, new: 0, joined: 0 })
    await apply(id)
    expect(await household()).toMatchObject({ guardians: [{ name: 'Kavi Roy' }], phone: '(301) 555-0123' })
  })

  test('raise a question if a child of the same name and birthday has other parents', async () => {
    const id = await start('Child,Birthday,Parent,Email\nLeo Wang,2020-05-01,Carl Wang,carl@other.example\n')
    const [row] = await allRows(id, 'doubtful')
    expect(row).toMatchObject({ n: 2, doubt: { name: 'Leo Wang', nativeName: '王乐', birthOn: '2020-05-01' } })
    await expect(apply(id)).rejects.toMatchObject({ details: { reason: 'IMPORT_EMPTY' } })
    await s.ida.call('imports-decide', { id, n: 2, answer: 'same' })
    expect(await allRows(id)).toMatchObject([
      {},
      { outcome: 'joined', children: [{ isNew: false }], guardians: [{ name: 'Carl Wang', isNew: true }] },
    ])
    await s.ida.call('imports-decide', { id, n: 2, answer: 'new' })
    expect((await get(id)).counts).toMatchObject({ new: 1 })
    await s.ida.call('imports-decide', { id, n: 2, isSkipped: true })
    expect((await get(id)).counts).toMatchObject({ new: 0, skipped: 1 })
  })

  test('are checked again before anything is written', async () => {
    const id = await start('Child,Birthday,Parent,Email\nIvy Park,2016-05-01,Jo Park,jo@park.example\n')
    const { counts: seen } = await get(id)
    const twin = await start('Child,Birthday,Parent,Email\nIvy Park,2016-05-01,Jo Park,jo@park.example\n')
    await apply(twin)
    await expect(s.ida.call('imports-apply', { id, counts: seen })).rejects.toMatchObject({
      details: { reason: 'IMPORT_CHANGED' },
    })
    await s.ida.call('imports-check', { id })
    expect((await get(id)).counts).toMatchObject({ new: 0, same: 1 })
  })
})

describe('how a sheet is read', () => {
  test('is for the office to decide, and remembered for the same headings', async () => {
    const text = 'Schüler;Geb.;Erz.\nMax Muster;04.03.2016;Eva Muster\n'
    const id = await start(text)
    expect((await get(id)).columns.map(({ target }) => target.field)).not.toContain('child-name')
    const columns = [
      { field: 'child-name' as const, n: 1 },
      { field: 'child-birth' as const, n: 1 },
      { field: 'guardian-name' as const, n: 1 },
    ]
    await s.ida.call('imports-map', { id, columns })
    expect((await allRows(id))[1]).toMatchObject({
      outcome: 'new',
      children: [{ name: 'Max Muster', birthOn: '2016-03-04' }],
    })
    const next = await get(await start(text.replace('Max', 'Moritz')))
    expect(next.columns.map(({ target, by }) => `${target.field} ${by}`)).toEqual([
      'child-name remembered',
      'child-birth remembered',
      'guardian-name remembered',
    ])
  })

  test('is asked if a date can be read in two ways', async () => {
    const id = await start('Student,DOB,Parent\nMay Ono,3/4/2016,Ken Ono\n')
    expect((await get(id)).dayExample).toEqual({ cell: '3/4/2016', monthFirst: '2016-03-04', dayFirst: '2016-04-03' })
    await expect(apply(id)).rejects.toMatchObject({ details: { fields: [{ path: 'dayOrder', message: 'choose' }] } })
    await s.ida.call('imports-map', { id, dayOrder: 'day-first' })
    expect((await allRows(id))[1]!.children[0]!.birthOn).toBe('2016-04-03')
    await apply(id)
    expect((await students('May Ono'))[0]!.birthOn).toBe('2016-04-03')
  })

  test('can be changed: the encoding and the heading row', async () => {
    const { id } = await s.ida.call('imports-start', { fileName: 'x.csv', bytes: sheet('office-gb18030.csv').bytes })
    await s.ida.call('imports-read', { id, encoding: 'windows-1252' })
    expect(await get(id)).toMatchObject({ encoding: 'windows-1252' })
    await s.ida.call('imports-read', { id, encoding: 'gb18030', headerRow: 2 })
    expect((await get(id)).columns[1]).toMatchObject({ header: '学生姓名', target: { field: 'child-name' } })
    await s.ida.call('imports-discard', { id })
    await expect(get(id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    ['nothing', '', 'FILE_EMPTY'],
    ['a web page', '<html><script>alert(1)</script></html>', 'SHEET_UNREADABLE'],
    ['an archive that is none', 'PK\u0003\u0004 nonsense', 'SHEET_UNREADABLE'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]).toString('latin1'), 'SHEET_UNREADABLE'],
    ['a hundred thousand columns', `${'a,'.repeat(100_000)}\n1,2`, 'SHEET_TOO_LARGE'],
    ['too many rows', 'Name,DOB\n' + 'A B,2016-01-01\n'.repeat(7000), 'SHEET_TOO_LARGE'],
  ])('refuses %s with a reason', async (_, text, reason) => {
    const bytes = Buffer.from(text, 'latin1').toString('base64')
    await expect(s.ida.call('imports-start', { fileName: 'x.csv', bytes })).rejects.toMatchObject({
      details: { reason },
    })
  })

  test('is for the office only', async () => {
    const id = await start('Student,DOB,Parent\nKim Ode,2016-03-24,Ken Ode\n')
    expect((await get(id)).counts.new).toBe(1)
    for (const person of [s.ann, s.tom]) {
      await expect(person.call('imports-get', { id })).rejects.toMatchObject({ code: 'permission-denied' })
      await expect(person.call('imports-rows', { id })).rejects.toMatchObject({ code: 'permission-denied' })
    }
    await s.database.pool.query(`update persons set native_name = '艾达' where name = 'Ida Office'`)
    await expect(s.ida.call('imports-list', {})).resolves.toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ id, by: 'Ida Office', byNativeName: '艾达' })]),
    })
  })

  test('is forgotten when no one works on it', async () => {
    const id = await start('Student,DOB,Parent\nOld Draft,2016-03-24,Ken Ode\n')
    expect((await get(id)).status).toBe('draft')
    await s.jobs.drain(new Date('2026-10-20T12:00:00Z'))
    await expect(get(id)).rejects.toMatchObject({ code: 'not-found' })
  })
})
