import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSchool, settled } from '#tests/journeys/lantern.ts'

const { lantern, sitAs } = openSchool()

/** Lays a page out as on paper, with the width between the margins in pixels. */
const onPaper = async (page: Page, width: number): Promise<void> => {
  await settled(page)
  await page.setViewportSize({ width, height: 1000 })
  await page.emulateMedia({ media: 'print' })
}

/** True if the first sheet is wider than it is high. */
const isAcross = async (page: Page, format: 'Letter' | 'A4'): Promise<boolean> => {
  const file = (await page.pdf({ format, preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file)!
  return Number(width) > Number(height)
}

test('a grade book with many columns prints whole, across the sheet, and its averages are below the last student', async () => {
  const { page } = await sitAs('office')
  const [book] = await lantern.sql<{ id: string }>(`
    insert into school.assessments (id, section_id, category_id, name, native_name, on_day, max_points, status, released_at, created_at)
    select gen_random_uuid(), section_id, category_id, name || ' ' || n, native_name, on_day, max_points, status, released_at, created_at
    from (select * from school.assessments where status = 'released' order by id limit 1) a, generate_series(1, 14) n
    returning section_id as id`)
  await page.goto(`/admingrade?class=${book!.id}`)
  const grid = page.getByRole('group', { name: 'Grade book' })
  await grid.getByRole('row').first().waitFor()
  expect(await isAcross(page, 'Letter')).toBe(true)
  expect(await isAcross(page, 'A4')).toBe(true)
  // A Letter sheet across, without its margins.
  const width = 980
  await onPaper(page, width)
  expect(await grid.evaluate(each => each.ownerDocument.documentElement.scrollWidth)).toBe(width)
  const rows = grid.getByRole('row')
  const [last, averages] = await Promise.all([rows.nth(-2).boundingBox(), rows.last().boundingBox()])
  expect(averages!.y).toBeGreaterThanOrEqual(last!.y + last!.height - 1)
  expect(averages!.x + averages!.width).toBeLessThanOrEqual(width)
})

test('cards on paper are laid out one below another in blocks, which grow where a page breaks', async () => {
  const { page } = await sitAs('parent')
  for (const path of ['/paymenthistory', '/dashboard/', '/parent', '/student']) {
    await page.goto(path)
    await page.locator('main [data-card]').first().waitFor()
    await onPaper(page, 700)
    const frames = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main :has([data-card]), main :has(> table)')].filter(each => each.checkVisibility()).map(each => getComputedStyle(each).display)`,
    )
    expect(frames.length).toBeGreaterThan(0)
    expect(frames).not.toContain('grid')
    // The title isn't covered by what follows it.
    const [title, next] = await page.evaluate<number[]>(
      `[document.querySelector('h1').getBoundingClientRect().bottom, document.querySelector('main .board + *').getBoundingClientRect().top]`,
    )
    expect(next).toBeGreaterThanOrEqual(title!)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('a list on paper names its columns on each sheet, and no empty sheet follows its last row', async () => {
  const { page } = await sitAs('office')
  await page.goto('/adminparent')
  await page.locator('tbody tr').first().waitFor()
  await onPaper(page, 700)
  const heads = page.locator('thead button')
  expect(await heads.count()).toBeGreaterThan(1)
  // A box of a button is missing from all heads but the first.
  const boxes = await page.evaluate<string[]>(
    `[...document.querySelectorAll('thead button')].map(each => getComputedStyle(each).display)`,
  )
  expect(new Set(boxes)).toEqual(new Set(['contents']))
  // The list has more rows than are loaded, so it ends with their number.
  const [end, height] = await Promise.all([
    page.getByText(/^\d+ of \d+$/).boundingBox(),
    page.evaluate<number>('document.documentElement.scrollHeight'),
  ])
  expect(height - (end!.y + end!.height)).toBeLessThan(2)
})

test('the attendance sheet says on paper who is a guest, has an allergy or must not be handed to someone', async () => {
  const { page } = await sitAs('teacher')
  await lantern.sql(`insert into school.visits (id, student_id, section_id, on_day, kind, status, price_cents, note, asked_at)
    select gen_random_uuid(), s.id, x.id, '2026-11-22', 'trial', 'approved', 0, '', now()
    from school.students s join school.persons p on p.id = s.id, school.sections x where p.name = 'Alice Ren' and x.name = 'G1-A'`)
  await page.goto('/teacherdashboard/')
  await page
    .getByRole('link', { name: /Take attendance/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Print attendance sheet' }).waitFor()
  await onPaper(page, 700)
  const sheet = page.locator('section[aria-hidden]', { has: page.locator('table') })
  await sheet.getByText('Alice Ren 任欣怡 (Guest today)').waitFor()
  await sheet.getByText(/^! Oliver Luo: Allergies: Peanuts \(severe\) · Not to: Linda Qu$/).waitFor()
})

/** The text that a page puts on paper. */
const printed = async (page: Page): Promise<string> => {
  const screen = page.viewportSize()!
  await onPaper(page, 700)
  const text = await page.locator('body').innerText()
  await page.emulateMedia({ media: null })
  await page.setViewportSize(screen)
  return text
}

test('a family prints one child’s grades of one term, and nothing about the child’s health or who picks it up', async () => {
  const { page } = await sitAs('parent')
  await page.goto('/student')
  await page.getByText('Midterm', { exact: true }).first().waitFor()
  // The child's page itself has all of it.
  expect(await printed(page)).toMatch(/Medical card[^]*Who can pick up/)
  await page.getByRole('button', { name: 'Print grades' }).click()
  const sheet = page.getByRole('dialog', { name: 'Grades of Emily Wang 王思涵' })
  await sheet.waitFor()
  const text = await printed(page)
  expect(text).toMatch(
    /^Grades of Emily Wang 王思涵\s+Lakeside Chinese School · Sunday, November 22, 2026\s+G1-A 一年级甲班\s+Fall 2026[^]*93 of 100/,
  )
  expect(text).not.toMatch(/Medical|Allergies|pick up|Attendance 100%|Homework due|555/)
  expect((await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('a family with grades of two terms prints the one it chooses', async () => {
  const { page } = await sitAs('parent')
  // Her second class, as if it had been in another term, with one grade.
  await lantern.sql(`with section as (
      update school.sections set term_id = (select id from school.terms where name = 'Spring 2027')
      where name = 'Kung Fu' and id in (select section_id from school.enrolments e join school.persons p on p.id = e.student_id where p.name = 'Emily Wang')
      returning id),
    plan as (insert into school.grade_plans (section_id, changed_at) select id, now() from section returning section_id),
    category as (insert into school.grade_categories (id, section_id, name, weight_percent, position)
      select gen_random_uuid(), section_id, 'Forms', 100, 0 from plan returning id, section_id),
    assessment as (insert into school.assessments (id, section_id, category_id, name, on_day, max_points, status, released_at, created_at)
      select gen_random_uuid(), section_id, id, 'First form', '2027-03-07', 20, 'released', now(), now() from category returning id, section_id)
    insert into school.grades (assessment_id, enrolment_id, points, is_excused, note, status, reason, changed_at, version)
    select a.id, e.id, 17, false, '', 'released', '', now(), 1 from assessment a join school.enrolments e on e.section_id = a.section_id
    join school.persons p on p.id = e.student_id where p.name = 'Emily Wang'`)
  await page.goto('/student')
  await page.getByRole('button', { name: 'Print grades' }).click()
  const sheet = page.getByRole('dialog', { name: 'Grades of Emily Wang 王思涵' })
  await sheet.getByLabel('Term').selectOption('Fall 2026')
  expect(await printed(page)).toMatch(/Fall 2026[^]*93 of 100/)
  expect(await printed(page)).not.toMatch(/First form/)
  await sheet.getByLabel('Term').selectOption('Spring 2027')
  expect(await printed(page)).toMatch(/Spring 2027[^]*First form[^]*17 of 20/)
  expect(await printed(page)).not.toMatch(/Midterm/)
})

test.each(['office', 'teacher'])(
  'the grades of one student on paper for the %s name class and term, without who changed what',
  async who => {
    const { page } = await sitAs(who)
    const [book] = await lantern.sql<{ section: string; place: string }>(`
    select e.section_id as section, e.id as place from school.enrolments e join school.persons p on p.id = e.student_id
    join school.sections x on x.id = e.section_id where p.name = 'Emily Wang' and x.name = 'G1-A'`)
    await page.goto(
      who === 'office'
        ? `/admingrade?class=${book!.section}&panel=student&id=${book!.place}`
        : `/teacherdashboard/?grades=${book!.section}&panel=student&id=${book!.place}`,
    )
    const panel = page.getByRole('dialog', { name: 'Emily Wang' })
    await panel.getByRole('button', { name: 'Print grades' }).waitFor()
    // What is not published yet says so, and so does the result that counts it.
    const text = await printed(page)
    expect(text).toMatch(
      /^Emily Wang\s+王思涵\s+G1-A · Fall 2026 · Lakeside Chinese School · Sunday, November 22, 2026\s+Overall[^]*Includes drafts[^]*93 of 100/,
    )
    expect(text).not.toMatch(/Change history|David Qian/)
  },
)

test('a list of money is printed with all its rows, and says on paper when it is not', async () => {
  const { page } = await sitAs('treasurer@lakeside.example')
  // Tells, in place of the browser's dialog, how many rows would be on paper.
  await page.addInitScript(`window.print = () => {
    dispatchEvent(new Event('beforeprint'))
    document.title = 'Printed ' + [...document.querySelectorAll('main tbody tr')].length
    dispatchEvent(new Event('afterprint'))
  }`)
  for (const path of ['/adminpayment?tab=received', '/adminpayment?view=all']) {
    await page.goto(path)
    await page.getByRole('row', { name: /Total for \d+/ }).waitFor()
    const [, shown, total] = /^(\d+) of (\d+)$/m.exec(await printed(page))!.map(Number)
    expect(shown).toBeLessThan(total!)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.waitForFunction('document.title.startsWith("Printed")')
    expect(await page.title()).toBe(`Printed ${total}`)
    expect(await printed(page)).not.toMatch(/^\d+ of \d+$/m)
  }
})

test('a list on paper says how it is filtered', async () => {
  const { page } = await sitAs('office')
  await page.goto('/adminstudent?search=wang&grade=1&view=active')
  await page.getByRole('row', { name: /Emily Wang/ }).waitFor()
  await page
    .getByLabel('Grade')
    .getByRole('option', { name: /^Grade 1 / })
    .waitFor({ state: 'attached' })
  const shown = async () => {
    await onPaper(page, 700)
    return page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-filters] :is([role=tab], input, select, p)')].filter(each => each.checkVisibility()).map(each => each.selectedOptions?.[0].text ?? (each.value || each.textContent))`,
    )
  }
  expect(await shown()).toEqual([
    'Active',
    'wang',
    expect.stringMatching(/^Grade 1 \(\d+\)$/),
    expect.stringMatching(/^\d students$/),
  ])
  await page.goto('/adminapplication?search=alice')
  await page.getByText('Alice Ren').waitFor()
  expect(await shown()).toEqual(['alice'])
  // A class of the same name is in each term.
  await page.goto('/admingrade')
  await page.getByRole('group', { name: 'Grade book' }).getByRole('row').first().waitFor()
  expect(await shown()).toEqual(['Fall 2026 · 2026 秋季', 'Pre-K 学前班'])
})

test('the office’s class map prints from below its legend on, without an empty frame before it', async () => {
  const { page } = await sitAs('office')
  await page.goto('/admindashboard')
  const map = page.getByRole('region', { name: 'How full classes are' })
  await map.getByRole('row').nth(1).waitFor()
  await onPaper(page, 700)
  const rows = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[aria-label="How full classes are"] tbody tr')].map(each => getComputedStyle(each).breakInside)`,
  )
  expect(new Set(rows)).toEqual(new Set(['auto']))
  const tiles = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[aria-label="How full classes are"] td li')].map(each => getComputedStyle(each).breakInside)`,
  )
  expect(new Set(tiles)).toEqual(new Set(['avoid']))
})
