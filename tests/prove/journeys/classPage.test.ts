import { expect, test } from 'vitest'
import { widths } from '#tests/widths.ts'
import { inspect, inspectBoth, openSchool } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool({ width: 'desktop' })

const one = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row> =>
  (await lantern.sql<Row & object>(text, [...values]))[0]!
const inLine = (where = 'true'): Promise<{ n: number }> =>
  one(
    `select count(*)::int as n from school.waitlist_entries w join school.sections s on s.id = w.section_id
      where w.status in ('waiting','offered') and ${where}`,
  )

test('a class is found through the navigation and shows its students and its waitlist', async () => {
  const office = await sitAs('office@lakeside.example', { width: 'desktop' })
  const { page } = office
  await page.goto('/admindashboard')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Classes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor()
  await page.getByRole('button', { name: /^Drawing 1/ }).waitFor()
  await inspectBoth(office, 'class-list')
  await page.getByRole('searchbox').fill('drawing')
  await expect.poll(() => page.getByRole('row', { name: /Kung Fu/ }).count()).toBe(0)
  await page.getByRole('button', { name: /^Drawing 1/ }).click()
  await page.getByRole('heading', { level: 1, name: /^Drawing 1/ }).waitFor()
  const seated = await one<{ n: number }>(
    `select count(*)::int as n from school.enrolments e join school.sections s on s.id = e.section_id
      where s.name = 'Drawing 1' and e.status in ('held','approval','active','completed')`,
  )
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(seated.n + 1)
  await inspectBoth(office, 'class-roster')
  await page.getByRole('tab', { name: /^Waiting/ }).click()
  const line = page.getByRole('list').getByRole('listitem').filter({ hasText: 'Remove from waitlist' })
  await expect.poll(() => line.count()).toBe((await inLine(`s.name = 'Drawing 1'`)).n)
  await inspectBoth(office, 'class-line')
  for (const tab of ['Attendance', 'Fees', 'Dates']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await inspect(office, `class-${tab.toLowerCase()}`)
  }
  // The old address leads here, too.
  await page.goto('/adminconfig?subMenu=classes&id=new')
  await page.waitForURL(/\/adminclass\?id=new/)
  await page.getByRole('dialog', { name: 'Add class' }).waitFor()
})

test('a freed spot is offered to the first on the waitlist, after a confirmation', async () => {
  const { page } = seats[0]!
  const first = await one<{ id: string; name: string; sectionId: string }>(
    `select w.id, p.name, s.id as "sectionId" from school.waitlist_entries w join school.sections s on s.id = w.section_id
      join school.persons p on p.id = w.student_id
      where s.name = 'Drawing 1' and w.status = 'waiting' order by w.priority desc, w.joined_at, w.id limit 1`,
  )
  await lantern.sql(`update school.sections set capacity = capacity + 1 where id = $1`, [first.sectionId])
  await page.goto(`/adminclass?id=${first.sectionId}&tab=line`)
  await page.getByRole('button', { name: 'Offer spot' }).click()
  const asked = page.getByRole('dialog', { name: /^Offer the spot to/ })
  await asked.getByText(/to answer/).waitFor()
  await inspect(seats[0]!, 'class-offer')
  await asked.getByRole('button', { name: 'Offer spot' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByText('Spot offered').first().waitFor()
  expect(
    (await one<{ status: string }>('select status from school.waitlist_entries where id = $1', [first.id])).status,
  ).toBe('offered')
})

test('a student outside the age range is added with a reason, after spots and fit are shown', async () => {
  const { page } = seats[0]!
  const section = await one<{ id: string; ageTo: number }>(
    `select s.id, s.age_to as "ageTo" from school.sections s join school.terms t on t.id = s.term_id
      where s.status in ('open','running') and s.age_to < 9 and t.name = 'Fall 2026' and s.name <> 'Dance A'
        and (select count(*) from school.enrolments e where e.section_id = s.id and e.status in ('held','approval','active','completed')) < s.capacity
        and not exists (select 1 from school.waitlist_entries w where w.section_id = s.id and w.status in ('waiting','offered'))
      order by s.name limit 1`,
  )
  const student = await one<{ id: string; name: string }>(
    `select s.id, p.name from school.students s join school.persons p on p.id = s.id
      where p.birth_on < '2013-01-01' and s.archived_at is null
        and not exists (select 1 from school.persons q where q.id <> p.id and q.name = p.name)
      order by p.name limit 1`,
  )
  await page.goto(`/adminclass?id=${section.id}`)
  await page.getByRole('button', { name: 'Add a student' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(student.name)
  await dialog.getByRole('radio', { name: new RegExp(student.name) }).check()
  await expect.poll(() => dialog.innerText(), { timeout: 10_000 }).toMatch(/doesn’t fit: the class is for/)
  await dialog.getByText(/spots? (is|are) open/).waitFor()
  await dialog.getByRole('button', { name: 'Enroll' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await inspectBoth(seats[0]!, 'class-add')
  await dialog.getByLabel('Reason for the exception').fill('Helps the teacher')
  await dialog.getByRole('button', { name: 'Enroll' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Rule overridden: Helps the teacher').waitFor()
  const [seat] = await lantern.sql<{ status: string }>(
    'select status from school.enrolments where student_id = $1 and section_id = $2',
    [student.id, section.id],
  )
  expect(seat?.status).toBe('active')
  await inspect(seats[0]!, 'class-overridden')
})

test('three drafts are published together, and undone together', async () => {
  const { page } = seats[0]!
  // The next term has drafts of three of the classes.
  await lantern.sql(
    `insert into school.sections select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'status', 'draft',
      'term_id', (select id from school.terms where name = 'Spring 2027')))).* from school.sections s
      join school.terms t on t.id = s.term_id where t.name = 'Fall 2026' order by s.name limit 3`,
  )
  const term = await one<{ id: string; drafts: number }>(
    `select t.id, (select count(*)::int from school.sections s where s.term_id = t.id and s.status = 'draft') as drafts
      from school.terms t where t.name = 'Spring 2027'`,
  )
  const drafts = async () =>
    (
      await one<{ n: number }>(
        `select count(*)::int as n from school.sections where term_id = $1 and status = 'draft'`,
        [term.id],
      )
    ).n
  await page.goto(`/adminclass?term=${term.id}&state=draft`)
  const boxes = page.getByRole('table').getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBe(term.drafts + 1)
  for (const nth of [1, 2, 3]) await boxes.nth(nth).check()
  await inspectBoth(seats[0]!, 'class-publish')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('3 classes are published.').waitFor()
  expect(await drafts()).toBe(term.drafts - 3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(drafts).toBe(term.drafts)
})

test('the list of waiting students shows all of them, and leads to the class', async () => {
  const { page } = seats[0]!
  const { n } = await inLine()
  await page.goto('/adminstudent?view=waiting')
  await page.getByText(`${n} waiting`).waitFor()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(n + 1)
  await inspectBoth(seats[0]!, 'class-waiters')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/\/adminclass\?id=.*tab=line/)
})

test('a term without an open class offers to open its classes with its registration', async () => {
  const { page } = seats[0]!
  const term = await one<{ id: string; name: string }>(
    `update school.terms set status = 'draft' where name = 'Spring 2027' returning id, name`,
  )
  await lantern.sql(`update school.sections set status = 'draft' where term_id = $1 and status <> 'cancelled'`, [
    term.id,
  ])
  // Families see a published class, but can't register for it either.
  await lantern.sql(
    `update school.sections set status = 'published' where id = (select id from school.sections where term_id = $1 and status = 'draft' limit 1)`,
    [term.id],
  )
  await page.goto('/adminconfig?subMenu=terms')
  await page.getByRole('button', { name: `Open registration: ${term.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'No class is open yet' })
  await inspect(seats[0]!, 'class-drafts')
  await dialog.getByRole('button', { name: /^Open registration with \d+ class(es)?$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const { n } = await one<{ n: number }>(
    `select count(*)::int as n from school.sections where term_id = $1 and status in ('draft', 'published')`,
    [term.id],
  )
  expect(n).toBe(0)
})

test('the class pages are accessible on a phone and a tablet, in Chinese and dark mode', async () => {
  const { page } = seats[0]!
  const section = await one<{ id: string }>(
    `select s.id from school.sections s join school.terms t on t.id = s.term_id where s.name = 'Drawing 1' and t.name = 'Fall 2026'`,
  )
  await page.goto('/adminclass')
  await page.getByRole('button', { name: /中文/ }).first().click()
  for (const width of ['tablet', 'phone'] as const) {
    await page.setViewportSize(widths[width])
    for (const [name, path] of [
      ['list', '/adminclass'],
      ['roster', `/adminclass?id=${section.id}`],
      ['line', `/adminclass?id=${section.id}&tab=line`],
      ['lessons', `/adminclass?id=${section.id}&tab=lessons`],
      ['waiters', '/adminstudent?view=waiting'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      await inspectBoth(seats[0]!, `class-${name}-${width}-zh`)
    }
  }
}, 240_000)

test('no browser reports an error', () => {
  expect(seats.flatMap(seat => seat.problems)).toEqual([])
})
