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
    await page.emulateMedia({ media: 'screen' })
  }
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
