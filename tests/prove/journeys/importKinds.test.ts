import { beforeAll, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { bringIn, sheetOf } from './sheets.ts'

const { lantern, sitAs } = openSchool()
let office: Seat

beforeAll(async () => {
  office = await sitAs('office')
})

const count = async (what: string): Promise<number> =>
  (await lantern.sql<{ n: number }>(`select count(*)::int as n from school.${what}`))[0]!.n

test('a staff list imports teachers, asks about an address already in use, and is undone', async () => {
  const { page } = office
  const [{ email }] = (await lantern.sql<{ email: string }>(
    `select p.email from school.persons p join school.household_members m on m.person_id = p.id
      where p.email <> '' and not exists (select 1 from school.teachers t where t.id = p.id) order by p.email limit 1`,
  )) as [{ email: string }]
  const before = await count('teachers')
  await bringIn(
    page,
    sheetOf('staff.csv', [
      'Name,Email,Phone,Position,Hire date',
      '"Quill, Ida (江怡)",ida.quill@mail.example,585-555-0100,Math teacher,9/14/2019',
      `Oli Rook,${email},,Dance,`,
      'Olga Office,olga@mail.example,,Registrar,',
    ]),
  )
  await page.getByText('1 person becomes a teacher.').waitFor()
  await page.getByText('is office work, not teaching', { exact: false }).waitFor()
  await inspect(office, 'import-staff')
  const apply = page.getByRole('button', { name: /^Import \d+ teacher/ })
  expect(await apply.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Someone else: Oli Rook' }).click()
  await page.getByText('2 people become teachers.').waitFor()
  await apply.click()
  await page.getByText('2 teachers imported.').waitFor()
  expect(await count('teachers')).toBe(before + 2)
  await page.getByText('This added 2 teachers.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('This import was undone.', { exact: false }).waitFor()
  expect(await count('teachers')).toBe(before)
})

test('an enrolment sheet asks which class is meant, enrolls the students, and is undone', async () => {
  const { page } = office
  const [section] = await lantern.sql<{ id: string; name: string; termId: string }>(
    `select s.id, s.name, s.term_id as "termId" from school.sections s join school.terms t on t.id = s.term_id
      where s.status in ('open', 'running') and t.status in ('registration','active') and s.name !~ '[,"]'
        and not exists (select 1 from school.waitlist_entries w where w.section_id = s.id)
        and not exists (select 1 from school.sections o where o.id <> s.id and o.term_id = s.term_id and o.name = s.name)
      order by t.starts_on desc, s.name limit 1`,
  )
  await lantern.sql(
    `update school.sections set capacity = 200, age_from = null, age_to = null where id = '${section!.id}'`,
  )
  const students = await lantern.sql<{ name: string; birthOn: string }>(
    `select p.name, p.birth_on::text as "birthOn" from school.persons p join school.students s on s.id = p.id
      where s.archived_at is null and p.birth_on is not null
        and not exists (select 1 from school.enrolments e where e.student_id = s.id and e.section_id = '${section!.id}')
        and not exists (select 1 from school.waitlist_entries w where w.section_id = '${section!.id}') order by p.name limit 2`,
  )
  const before = await count(`enrolments where section_id = '${section!.id}'`)
  const lines = [
    'Student,DOB,Class',
    `${students[0]!.name},${students[0]!.birthOn},${section!.name}`,
    `${students[1]!.name},${students[1]!.birthOn},Something else`,
  ]
  await bringIn(page, sheetOf('enrollments.csv', [...lines, `Nobody Known,2016-01-02,${section!.name}`]))
  // The child who is not on file would have to be imported. Without that child, everyone is known.
  await page.getByText('Import the children first', { exact: false }).waitFor()
  await bringIn(page, sheetOf('enrollments.csv', lines))
  await page.getByRole('heading', { name: 'Enroll in classes' }).waitFor()
  await page.getByLabel('Term', { exact: true }).selectOption(section!.termId)
  const question = page.getByLabel('“Something else” (1 row)')
  await question.waitFor()
  const enroll = page.getByRole('button', { name: /^Enroll \d+ student/ })
  expect(await enroll.isDisabled()).toBe(true)
  await inspect(office, 'import-enrollments')
  await question.selectOption(section!.id)
  await page.getByText('2 students get a spot', { exact: false }).waitFor()
  // The choice is stored with the draft.
  await page.reload()
  await page.getByLabel('Term', { exact: true }).selectOption(section!.termId)
  await page.getByText('2 students get a spot', { exact: false }).waitFor()
  expect(await question.inputValue()).toBe(section!.id)
  await enroll.click()
  await page.getByText('2 enrollments imported.').first().waitFor()
  expect(await count(`enrolments where section_id = '${section!.id}'`)).toBe(before + 2)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('This import was undone.', { exact: false }).waitFor()
  expect(await count(`enrolments where section_id = '${section!.id}'`)).toBe(before)
})

test('a class list leads to the form that creates classes, with its rows', async () => {
  const { page } = office
  await bringIn(
    page,
    sheetOf('classes.csv', [
      'Class,Teacher,Room,Day,Time,Capacity,Tuition',
      'Quilling 1A,Ida Quill,Room 9,Sat,9:00-10:30,12,$200',
      'Quilling 1B,Ida Quill,Room 9,Sat,11:00-12:30,12,$200',
    ]),
  )
  await page.getByRole('button', { name: 'Create these classes' }).click()
  await page.waitForURL(url => url.pathname === '/adminclass' && url.searchParams.get('do') === 'paste')
  await page.getByRole('listitem', { name: 'Row 1' }).getByText('Quilling 1A').waitFor()
  await page.getByRole('listitem', { name: 'Row 2' }).getByText('Quilling 1B').waitFor()
})
