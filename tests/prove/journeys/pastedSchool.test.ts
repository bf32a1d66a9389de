import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { widths } from '#tests/widths.ts'
import { inspect, openSchool, picture, type Seat } from '#tests/journeys/lantern.ts'
import { setUp } from '#tests/journeys/office.ts'

/** A whole school in one evening: thirty classes from the rows of a spreadsheet, without a mail server. */
const { lantern, seats, sit } = openSchool({ isDemo: false })
let office: Seat
/** The number of clicks, pastes, choices and filled fields, from the first page after the set-up code on. */
let actions = 0

beforeAll(async () => {
  office = await sit()
  await setUp(office.page, lantern)
})

const click = async (target: Locator): Promise<void> => {
  await target.click()
  actions += 1
}
const fill = async (target: Locator, text: string): Promise<void> => {
  await target.fill(text)
  actions += 1
}

const subjects = [
  'Chinese 1',
  'Chinese 2',
  'Chinese 3',
  'Chinese 4',
  'Chinese 5',
  'Chinese 6',
  'Chess',
  'Calligraphy',
  'Dance',
  'Math',
] as const
const teachers = [
  'Li Wang 王丽',
  'Mei Chen',
  'Tom Reed',
  'Amy Fox',
  'Bo Hu',
  'Ting Zhao',
  'Noa Hill',
  'Jun Park',
  'Eva Stone',
  'Wei Lin',
] as const
const hours = ['9:00-10:30', '10:45 – 12:15', '1:30-3pm'] as const
/** Three classes of each subject, one after the other in the same room with the same teacher. */
const rows = subjects.flatMap((subject, index) =>
  hours.map((time, at) =>
    [
      /\d$/.test(subject) ? `${subject}${'ABC'[at]}` : `${subject} ${'ABC'[at]}`,
      subject,
      teachers[index],
      `Room ${101 + index}`,
      'Sun',
      time,
      String(12 + at),
      '$260',
      `${5 + index}-${7 + index}`,
    ].join('\t'),
  ),
)
// A typical volunteer's sheet: one room is used twice, and one number is too large.
const sheet = [
  'Class\tCourse\tTeacher\tRoom\tDay\tTime\tMax students\tTuition\tAges',
  ...rows.map((row, index) =>
    index === 4 ? row.replace('Room 102', 'Room 101') : index === 7 ? row.replace('\t13\t', '\t1300\t') : row,
  ),
].join('\n')

const rowOf = (page: Page, n: number): Locator => page.getByRole('listitem', { name: `Row ${n}`, exact: true })

describe('a school with thirty classes from pasted rows', () => {
  test('begins with a term, after which setup leads to pasting all classes', async () => {
    const { page } = office
    await click(page.getByRole('main').getByRole('link', { name: /^A term with its dates ./ }))
    await click(page.getByRole('button', { name: 'Add term' }).first())
    const term = page.getByRole('dialog')
    await fill(term.getByLabel('Name', { exact: true }), 'Spring 2031')
    await fill(term.getByLabel('First day'), '2031-02-02')
    await fill(term.getByLabel('Last day'), '2031-05-25')
    const sunday = term.getByRole('checkbox', { name: 'Sunday' })
    if (!(await sunday.isChecked())) await click(sunday)
    await click(term.getByRole('button', { name: 'Create term' }))
    await page.getByText(/^Spring 2031 created with 17 lesson days/).waitFor()
    const lead = page.getByRole('region', { name: 'Set-up' })
    await lead.getByRole('link', { name: /^Next: / }).waitFor()
    await inspect(office, 'pasted-leads-on')
    await click(lead.getByRole('link', { name: 'Paste all classes at once' }))
  })

  test('reads its rows, and shows errors at their cells', async () => {
    const { page } = office
    await page.getByLabel('Rows from your spreadsheet').waitFor()
    await inspect(office, 'pasted-empty')
    await fill(page.getByLabel('Rows from your spreadsheet'), sheet)
    await click(page.getByRole('button', { name: 'Read the rows' }))
    await page.getByText('3 rows need a correction').first().waitFor()
    // The button is disabled, and focus is on the rows.
    await page.locator('section:focus', { has: page.getByRole('listitem') }).waitFor()
    expect(await page.getByRole('button', { name: 'Create 30 classes' }).isDisabled()).toBe(true)
    await rowOf(page, 5).getByText('This room is taken at this time. Room 101: Chinese 1B.').waitFor()
    await rowOf(page, 8).getByText('Use a number from 1 to 1,000.').waitFor()
    await inspect(office, 'pasted-problems')
    await page.setViewportSize(widths.phone)
    await inspect(office, 'pasted-problems-phone')
    await page.setViewportSize(widths.desktop)
    await click(page.getByRole('checkbox', { name: 'Show only rows that need a correction' }))
    await expect.poll(() => page.getByRole('button', { name: /^Leave out row/ }).count()).toBe(3)
    await fill(rowOf(page, 5).getByLabel('Room'), 'Room 102')
    await fill(rowOf(page, 8).getByLabel('Spots'), '13')
    await page
      .getByText('Creates 1 program, 10 courses, 10 rooms, 10 teachers, and 30 classes in Spring 2031.')
      .waitFor()
    await click(page.getByRole('checkbox', { name: 'Show only rows that need a correction' }))
    await rowOf(page, 1).getByText('New teacher, no account yet').waitFor()
    await rowOf(page, 1).getByText('New course Chinese 1').waitFor()
  })

  test('keeps its rows through a reload', async () => {
    const { page } = office
    await page.reload()
    await page.getByText(/and 30 classes in Spring 2031\.$/).waitFor()
    await picture(page, 'pasted-fine')
    const none = await lantern.sql<{ n: number }>('select count(*)::int as n from school.rooms')
    expect(none[0]!.n).toBe(0)
  })

  test('creates all classes in one step', async () => {
    const { page } = office
    await click(page.getByRole('button', { name: 'Create 30 classes' }))
    await page.getByRole('heading', { name: 'What comes next' }).waitFor()
    await inspect(office, 'pasted-made')
    const [made] = await lantern.sql<{ classes: number; lessons: number; teachers: number }>(
      `select (select count(*)::int from school.sections where status = 'draft') as classes,
        (select count(*)::int from school.meetings) as lessons, (select count(*)::int from school.teachers) as teachers`,
    )
    expect(made).toEqual({ classes: 30, lessons: 30 * 17, teachers: 10 })
  })

  test('undoes that with its rows kept, and creates the classes again', async () => {
    const { page } = office
    await click(page.getByRole('main').getByRole('button', { name: 'Undo' }))
    await page.getByText(/and 30 classes in Spring 2031\.$/).waitFor()
    const none = await lantern.sql<{ n: number }>('select count(*)::int as n from school.teachers')
    expect(none[0]!.n).toBe(0)
    await click(page.getByRole('button', { name: 'Create 30 classes' }))
    await page.getByText(/^Spring 2031 has 30 drafts/).waitFor()
  })

  test('publishes the classes and opens registration on the same page, and families see them', async () => {
    const { page } = office
    await click(page.getByRole('button', { name: 'Publish 30 classes' }))
    await page.getByText('All classes of Spring 2031 are published.').waitFor()
    // The checklist leads to where the classes open too: a term that is open without them helps no family.
    await page.goto('/adminconfig')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Open registration ./ })
      .click()
    await click(page.getByRole('button', { name: 'Open registration with 30 classes' }))
    await page.getByText('Families can register for Spring 2031.').waitFor()
    await inspect(office, 'pasted-open')
    const family = await sit({ width: 'phone' })
    await family.page.goto('/classes')
    await family.page.getByText('Chinese 6C').first().waitFor()
    await family.page.getByText('Calligraphy A').first().waitFor()
  })

  test('asks for a teacher’s email address before the invitation', async () => {
    const { page } = office
    await page.goto('/adminteacher')
    await page
      .getByRole('row', { name: /Mei Chen/ })
      .getByText('Not invited yet')
      .waitFor()
    expect(await page.locator('a[href="mailto:"]').count(), 'links to no address').toBe(0)
    await page.getByRole('button', { name: 'Mei Chen' }).first().click()
    const panel = page.getByRole('dialog', { name: 'Mei Chen' })
    await panel.getByText('To invite them, add an email address first.').waitFor()
    expect(await panel.getByRole('button', { name: /invitation/ }).count()).toBe(0)
    await inspect(office, 'pasted-teacher')
    await panel.getByRole('button', { name: 'Add email address' }).click()
    await panel.getByLabel('Email').fill('mei@riverside.example')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByRole('button', { name: 'Create invitation link…' }).waitFor()
  })

  test('counts fees as decided when all classes are free', async () => {
    const { page } = office
    await lantern.sql('update school.sections set tuition_cents = 0')
    await page.goto('/adminconfig')
    const fees = page
      .getByRole('main')
      .getByRole('link', { name: /^Fees ./ })
      .first()
    await fees.getByText(/^All classes are free/).waitFor()
    expect(await fees.getByText('Not done yet').count()).toBe(0)
    await page.goto('/adminclass')
  })

  test('continues with the rest of the checklist, within forty actions in all', async () => {
    const { page } = office
    const lead = page.getByRole('region', { name: 'Set-up' })
    await click(lead.getByRole('link', { name: 'Next: School profile' }))
    await fill(page.getByLabel('Email'), 'office@riverside.example')
    await fill(page.getByLabel('Address'), '1 River Road')
    await click(page.getByRole('button', { name: 'Save school' }))
    await page.getByText('School saved.').waitFor()
    await click(lead.getByRole('link', { name: 'Next: Policies' }))
    await page.getByRole('heading', { name: 'Policies' }).first().waitFor()
    expect(actions).toBeLessThanOrEqual(40)
    process.stdout.write(`  thirty classes from pasted rows: ${actions} actions\n`)
    const mails = await lantern.sql<{ n: number }>(
      `select count(*)::int as n from school.mails where subject like '%invit%'`,
    )
    expect(mails[0]!.n).toBe(0)
  })

  test('no browser reports an error', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})
