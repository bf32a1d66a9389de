import readExcelFile from 'read-excel-file/node'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool, blankChild } from '#tests/school.ts'
import { type Served, serve } from '#tests/served.ts'

let s: SmallSchool
let served: Served
let cookie: string
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  cookie = (await served.signIn('ida@school.example')).cookie
  const [home] = (await s.ida.call('parents-list', { search: 'bob' })).rows
  await s.ida.call('students-create', {
    ...blankChild,
    householdId: home!.id,
    name: '=HYPERLINK("http://bad.example")',
    nativeName: '+李',
    birthOn: '2015-02-03',
    grade: '-1',
  })
})
afterAll(async () => {
  await served.close()
  await s.drop()
})
const get = (path: string, as = cookie) => fetch(`${served.origin}/files/${path}`, { headers: { cookie: as } })
const workbook = async (path: string) => {
  const answer = await get(path)
  expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const [sheet] = await readExcelFile(Buffer.from(await answer.arrayBuffer()))
  return sheet!
}

test('a workbook has the list as filtered and sorted, with real dates and amounts', async () => {
  const { sheet, data } = await workbook('students.xlsx?lang=en&sort=born&down=true')
  expect(sheet).toBe('Students')
  expect(data[0]).toEqual([
    'Name',
    'Native name',
    'Date of birth',
    'Grade',
    'Guardian',
    'Classes',
    'Status',
    'Attendance %',
    'Family balance',
  ])
  const mia = data.find(([name]) => name === 'Mia Wang')!
  const [row] = (await s.ida.call('students-list', { search: '美雅' })).rows
  expect(mia[1]).toBe('王美雅')
  expect(mia[2]).toEqual(new Date(`${row!.birthOn}T00:00:00Z`))
  expect(mia[8]).toBe(row!.balanceCents! / 100)
  const born = data.slice(1).map(cells => new Date(String(cells[2])).getTime())
  expect(born).toEqual(born.toSorted((a, b) => b - a))

  // As the office sees it: Grade 1 alone, by name from the end.
  const filter = { sectionId: s.grade1.id, sort: 'name', down: true } as const
  const shown = (await s.ida.call('students-list', filter)).rows.map(({ name }) => name)
  const query = `sectionId=${filter.sectionId}&sort=name&down=true`
  const names = (await workbook(`students.xlsx?lang=en&${query}`)).data.slice(1).map(([name]) => name)
  expect(names).toEqual(shown)
  expect(names).toEqual(['Mia Wang', 'Leo Wang', 'Zoe Li'])
  expect(names.length).toBeLessThan(data.length - 1)
  const csv = await (await get(`students.csv?lang=en&${query}&columns=name`)).text()
  expect(csv.split('\r\n').slice(1, 4)).toEqual(['Mia Wang,王美雅', 'Leo Wang,王乐', 'Zoe Li,'])
})
test('the file has the columns that the screen shows, in the same order', async () => {
  const { data } = await workbook('students.xlsx?lang=zh&columns=grade,name&search=zoe')
  expect(data).toEqual([
    ['年级', '姓名', '中文名'],
    ['3', 'Zoe Li', null],
  ])
  const csv = await (await get('students.csv?lang=en&columns=born,unknown')).text()
  expect(csv.split('\r\n')[0]).toBe('Date of birth')
})
test('text that looks like a formula stays text', async () => {
  const { data } = await workbook('students.xlsx?lang=en&search=hyperlink&columns=name,grade')
  expect(data[1]).toEqual(['=HYPERLINK("http://bad.example")', '+李', '-1'])
  const csv = await (await get('students.csv?lang=en&search=hyperlink&columns=name,grade')).text()
  expect(csv).toContain(`"'=HYPERLINK(""http://bad.example"")",'+李,'-1`)
})
test('families, teachers, users and balances export as workbooks, and the audit trail counts the rows', async () => {
  for (const file of ['families', 'teachers', 'users', 'balances']) {
    const { data } = await workbook(`${file}.xlsx?lang=en`)
    expect(data.length, file).toBeGreaterThan(1)
  }
  const users = await workbook('users.xlsx?lang=en&role=teacher')
  expect(users.data.slice(1).map(([name]) => name)).toEqual(['Eve Teacher', 'Tom Teacher'])
  const [entry] = (await s.ida.call('audit-list', { search: 'users-export' })).rows
  expect(entry).toMatchObject({ action: 'users-export', actor: 'ida@school.example' })
  expect(
    (
      await s.database.db.execute(
        sql`select input from audit_entries where action = 'users-export' and input->>'role' = 'teacher'`,
      )
    ).rows,
  ).toEqual([{ input: { lang: 'en', role: 'teacher', rows: 2 } }])
})
test('a list can be downloaded only by those who may read it', async () => {
  expect((await get('users.xlsx')).status).toBe(200)
  expect((await get('users.xlsx?sort=nonsense')).status).toBe(400)
  for (const email of ['ann@home.example', 'tom@school.example']) {
    const other = (await served.signIn(email)).cookie
    for (const file of ['students', 'families', 'teachers', 'users', 'balances'])
      expect((await get(`${file}.xlsx`, other)).status).toBe(403)
  }
  await s.ida.call('users-invite', {
    email: 'rita@school.example',
    name: 'Rita',
    nativeName: '',
    role: 'admin',
    area: 'treasurer',
    endsOn: null,
  })
  await s.database.db.execute(sql`update accounts set is_verified = true where email = 'rita@school.example'`)
  expect((await workbook('users.xlsx?lang=en&search=rita&columns=email,roles')).data[1]).toEqual([
    'rita@school.example',
    'Office · Treasurer',
  ])
  expect((await workbook('users.xlsx?lang=zh&search=ida&columns=roles')).data[1]).toEqual(['教务'])
  const rita = (await served.signIn('rita@school.example')).cookie
  expect([(await get('students.xlsx', rita)).status, (await get('users.xlsx', rita)).status]).toEqual([200, 403])
})
