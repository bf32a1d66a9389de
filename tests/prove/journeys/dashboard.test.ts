import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inspect, openSchool } from '#tests/journeys/lantern.ts'
import { setUp } from '#tests/journeys/office.ts'

const { sitAs, seats } = openSchool()

const panel = (page: Page) => page.getByRole('dialog')

/** Opens the list behind a link and counts its rows, loading more while there are fewer than expected. */
const openList = async (page: Page, link: string | RegExp, n: number): Promise<number> => {
  await page.getByRole('link', { name: link }).first().click()
  // A row may contain a list.
  const rows = panel(page).locator('li:not(li li)')
  await rows.first().waitFor()
  for (let before = await rows.count(); before < n; before = await rows.count()) {
    await panel(page).getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  }
  await panel(page).getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  return rows.count()
}
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
}

test('each item of the work queue opens a list with as many rows as it says', async () => {
  const office = await sitAs('office@lakeside.example')
  const { page } = office
  await page.goto('/admindashboard')
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await page.getByRole('heading', { name: 'Received vs. due, by month' }).waitFor()
  await inspect(office, 'dashboard')
  const items = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  const words = await items.allInnerTexts()
  expect(words.length).toBeGreaterThan(5)
  expect(words[0]).toMatch(/^1 lesson without attendance/)
  for (const text of words) {
    const [first] = text.split('\n')
    const n = Number(/^\d+/.exec(first!)![0])
    expect([first, await openList(page, new RegExp(`^${first}`), n)]).toEqual([first, n])
    await close(page)
  }
})

test('each figure of the term opens a list that matches it', async () => {
  const { page } = seats[0]!
  const names = ['Students: 314', 'Families: 212', 'Families who owe: 36']
  for (const name of names) {
    const n = Number(name.split(': ')[1])
    expect([name, await openList(page, name, n)]).toEqual([name, n])
    await close(page)
  }
  // Waiting students have a separate list, with their classes.
  await page.getByRole('link', { name: 'On waitlists: 26' }).click()
  await page.getByText('26 waiting').waitFor()
  await page.goBack()
  // Figures of seats or money show the sum of their rows.
  await page.getByRole('link', { name: 'Open spots: 129' }).click()
  await panel(page)
    .getByText(/ · 129 spots$/)
    .waitFor()
  await close(page)
  await page.getByRole('link', { name: /^Owed: / }).click()
  await panel(page)
    .getByText(/^36 entries · \$11,896\.00 in total$/)
    .waitFor()
  await inspect(seats[0]!, 'dashboard-list')
  await panel(page).getByRole('link').first().click()
  await page.waitForURL(/\/adminpayment\?family=/)
})

test('a week of the chart opens its absences, a class its students, and a reload keeps the list', async () => {
  const { page } = seats[0]!
  await page.goto('/admindashboard')
  await page.getByText('Show as table').first().click()
  const week = page.getByRole('row', { name: /^Sep 13, 2026/ }).getByRole('link')
  const absent = Number(await week.innerText())
  await week.click()
  await panel(page)
    .getByText(new RegExp(`^${absent} entries$`))
    .waitFor()
  await close(page)
  expect(await openList(page, /^G1-A .*19 of 20/, 19)).toBe(19)
  await page.reload()
  await panel(page).getByRole('heading', { name: /G1-A/ }).waitFor()
  await close(page)
  await page.getByText('Show as table').first().click()
  await page
    .getByRole('row', { name: /^Sep 13, 2026/ })
    .getByRole('link')
    .waitFor()
})

test('a treasurer sees money, not missing rolls; the office’s dashboard opens on a phone in Chinese', async () => {
  const treasurer = await sitAs('treasurer@lakeside.example', { width: 'tablet', dark: true })
  await treasurer.page.goto('/admindashboard')
  await treasurer.page.getByText(/families are overdue/).waitFor()
  expect(await treasurer.page.getByText(/is missing/).count()).toBe(0)
  await inspect(treasurer, 'dashboard-tablet-dark')
  const phone = await sitAs('office@lakeside.example', { width: 'phone', language: 'zh' })
  await phone.page.goto('/admindashboard')
  await phone.page.getByRole('heading', { name: '每月应收与实收' }).waitFor()
  await inspect(phone, 'dashboard-phone-zh')
})

describe('an empty school', () => {
  const empty = openSchool({ isDemo: false })
  test('shows its checklist instead of zeros', async () => {
    const seat = await empty.sit()
    await setUp(seat.page, empty.lantern)
    await seat.page.goto('/admindashboard')
    await seat.page.getByRole('heading', { name: 'Set up the school' }).waitFor()
    await seat.page.getByText('You’re all caught up.').waitFor()
    expect(await seat.page.getByRole('heading', { name: 'Money' }).count()).toBe(0)
    await inspect(seat, 'dashboard-empty')
  })
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
