import { beforeAll, describe, expect, test } from 'vitest'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { inspect, type Seat, openSchool } from './lantern.ts'

// A parent's day at the demo school, on a phone. The teacher uses a separate browser.

const { sitAs, seats } = openSchool({
  clock: '2026-11-22T18:10:00Z',
  filled: () => filledDemo(sundayAtLakeside),
})
let parent: Seat
let teacher: Seat
const undone = async ({ page }: Seat, text: RegExp) => {
  await page.getByText(text).first().waitFor()
}

beforeAll(async () => {
  parent = await sitAs('parent', { width: 'phone' })
  teacher = await sitAs('teacher', { width: 'tablet' })
})

describe('a parent’s day', () => {
  test('begins with today, the payment due and the pending request', async () => {
    const { page } = parent
    await page.goto('/dashboard/')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    // What is due is shown only once: on its card.
    await page.getByRole('heading', { name: 'Payment due' }).waitFor()
    expect(await page.getByRole('link', { name: /^Pay \$/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Your request is waiting for the office' }).waitFor()
    await inspect(parent, 'family-day-start-phone')
  })

  test('includes an absence report that the teacher’s open page shows and the roll suggests', async () => {
    await teacher.page.goto('/teacherdashboard/')
    await teacher.page.getByRole('heading', { name: 'Reported absences' }).waitFor()
    await teacher.page.getByText('Fever since last night').waitFor()

    const { page } = parent
    await page.getByRole('link', { name: 'Report an absence for Emily Wang' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('This affects 2 lessons:').waitFor()
    await form.getByRole('button', { name: 'Report absence' }).click()
    await form.getByRole('alert').waitFor()
    await inspect(parent, 'family-day-absence-phone')
    await form.getByLabel('Sick', { exact: true }).check()
    await form.getByLabel(/Note to the teacher/).fill('A cold, back next time.')
    await form.getByRole('button', { name: 'Report absence' }).click()
    await undone(parent, /Reported for 2 lessons/)
    // It returns to where it was opened.
    expect(new URL(page.url()).pathname).toBe('/dashboard/')
    await page.goto('/student')
    await page.getByText('A cold, back next time.').first().waitFor()
    // Each mark is on the line of its day.
    const missed = page
      .getByRole('listitem')
      .filter({ hasText: /^Sun.*Late$/ })
      .first()
    const day = (await missed.getByText(/^Sun/).boundingBox())!
    const mark = (await missed.getByText('Late', { exact: true }).boundingBox())!
    expect(mark.y).toBeLessThan(day.y + day.height)
    await inspect(parent, 'family-day-student-phone')

    // Without a reload, the teacher's page is updated.
    await teacher.page.getByText('A cold, back next time.').waitFor()
    await inspect(teacher, 'family-day-teacher')
    await teacher.page.getByRole('button', { name: 'Acknowledge Emily Wang’s absence' }).first().click()
    await page.getByText('Acknowledged', { exact: true }).first().waitFor()

    await teacher.page
      .getByRole('link', { name: /Take attendance/ })
      .first()
      .click()
    const emily = teacher.page.getByRole('button', { name: /^(?!Marks).*Emily Wang/ })
    await emily.getByText('Excused').waitFor()
    await emily.getByText('Reported absent: Sick').waitFor()
    await teacher.page.getByText('Not to: Linda Qu', { exact: true }).waitFor()
    await teacher.page.getByRole('button', { name: 'Mark everyone present' }).click()
    await teacher.page.getByText('17 students present, 2 excused').waitFor()
    await teacher.page.getByText(/^Sent at/).waitFor()
    await inspect(teacher, 'family-day-roll')
    // The family sees the mark that was taken.
    await page.goto('/dashboard/')
    await page.getByText('Excused').first().waitFor()
  })

  test('includes a change to the medical card, which the teacher’s open page shows', async () => {
    const { page } = parent
    await page.goto('/student')
    await page.getByRole('link', { name: 'Health and pick-up' }).click()
    await page.getByRole('button', { name: 'Edit medical card' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Allergies/).fill('Kiwi: itching, one tablet')
    await form.getByLabel(/^Medication/).fill('Cetirizine in the bag')
    await form.getByRole('button', { name: 'Save card' }).click()
    await page.getByText('Medical card saved').waitFor()
    await teacher.page.getByText('Kiwi: itching, one tablet', { exact: true }).waitFor()
  })

  test('ends without an error in any browser', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})
