import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'

const emily = 'Emily Wang'

const { lantern, sitAs, seats } = openSchool()
let teacher: Seat
let parent: Seat

const cell = (page: Page, student: string, assessment: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${student}, ${assessment}`) })
/** Pastes into the focused cell, as from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)
const saved = (page: Page) => page.getByText('All saved', { exact: true }).waitFor()

beforeAll(async () => {
  parent = await sitAs('parent@lakeside.example', { width: 'phone' })
  teacher = await sitAs('teacher@lakeside.example')
})

test('a teacher adds an assessment and enters grades as in a spreadsheet', async () => {
  const { page } = teacher
  await page.goto('/teacherdashboard/')
  await page.getByRole('link', { name: 'Grade book' }).click()
  await page.getByRole('button', { name: 'Add assessment' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Homework 5')
  await inspect(teacher, 'grades-teacher-new-assessment')
  await dialog.getByLabel('Day').fill('2027-03-01')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('This is outside the term’s dates.').first().waitFor()
  // The browser's own console message about the refusal.
  expect(teacher.problems.splice(0)).toHaveLength(1)
  await dialog.getByLabel('Day').fill('2026-11-22')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })

  const first = cell(page, 'David Qian', 'Homework 5')
  await first.click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await page.keyboard.type('11')
  await page.keyboard.press('ArrowUp')
  await page.getByText('Enter 0 to 10').waitFor()
  await page.getByText('1 entry to correct').waitFor()
  await inspect(teacher, 'grades-teacher-wrong')
  const third = cell(page, 'Hannah Wan', 'Homework 5')
  await third.focus()
  await page.keyboard.press('Escape')
  expect(await third.inputValue()).toBe('')
  await paste(page, '8\n7,5\n10\n')
  await page.getByText('3 entries pasted').waitFor()
  await saved(page)
  await page.reload()
  expect(await cell(page, 'Brandon Tao', 'Homework 5').inputValue()).toBe('ex')
  expect(await cell(page, emily, 'Homework 5').inputValue()).toBe('7.5')
  await inspect(teacher, 'grades-teacher-book')
})

test('families see grades once they are published, and no longer after an undo', async () => {
  await parent.page.goto('/student?show=grades')
  await parent.page.getByRole('heading', { name: 'Grades', exact: true }).waitFor()
  const homework = parent.page.getByText('Homework 5')
  expect(await homework.count()).toBe(0)
  const { page } = teacher
  const release = page.getByRole('button', { name: /Publish 5 grades of Homework 5/ })
  await release.click()
  await page.getByText('5 grades published to families').waitFor()
  await homework.waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Families can no longer see Homework 5').waitFor()
  await homework.waitFor({ state: 'hidden' })
  await release.click()
  await homework.waitFor()
  await inspect(parent, 'grades-parent-student')
})

test('changing a published grade needs a reason, which the family sees', async () => {
  const { page } = teacher
  await cell(page, emily, 'Homework 5').fill('9')
  await page.getByText('1 change to a published grade needs a reason').waitFor()
  await page.getByRole('button', { name: 'Give reason' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('was 7.5').waitFor()
  await dialog.getByRole('button', { name: 'Change 1 grade' }).click()
  await dialog.getByText('Fill this in.').waitFor()
  await dialog.getByLabel('Reason').fill('The last page was overlooked')
  await inspect(teacher, 'grades-teacher-reason')
  await dialog.getByRole('button', { name: 'Change 1 grade' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await parent.page.getByText('The last page was overlooked').waitFor()
  await page.getByRole('button', { name: `Grades and notes of ${emily}` }).click()
  const record = page.getByRole('dialog')
  await record.getByText('Changed after publishing: The last page was overlooked').first().waitFor()
  await record.getByRole('button', { name: 'Edit note on Midterm' }).waitFor()
  await inspect(teacher, 'grades-teacher-student')
  await page.goBack()
  await record.waitFor({ state: 'hidden' })
})

test('changing the weights of published results needs a reason', async () => {
  const { page } = teacher
  await page.getByRole('button', { name: 'Scale and weights' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Total 100%').waitFor()
  await panel.getByLabel('Weight in %').nth(0).fill('30')
  await panel.getByText('Total 90%').waitFor()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel
    .getByRole('alert')
    .getByText(/add up to 100%/)
    .waitFor()
  await panel.getByLabel('Weight in %').nth(1).fill('30')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Fill this in.').first().waitFor()
  expect(teacher.problems.splice(0)).toHaveLength(2)
  await panel.getByLabel('Reason').fill('The midterm counts more this year')
  await inspect(teacher, 'grades-teacher-weights')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'hidden' })
  await page
    .getByText(/Midterm 30%/)
    .first()
    .waitFor()
  await parent.page.getByText(/The midterm counts more this year/).waitFor()
})

test('on a phone the grade book shows one assessment at a time', async () => {
  const seat = await sitAs('teacher@lakeside.example', { width: 'phone', dark: true, language: 'zh' })
  await seat.page.goto('/teacherdashboard/?grades=mine')
  await seat.page.getByRole('combobox', { name: '考评' }).selectOption({ label: '作业四' })
  const own = seat.page.getByRole('textbox', { name: /^刘梦瑶，作业四/ })
  await own.fill('免')
  await seat.page.getByText('已全部保存').waitFor()
  await inspect(seat, 'grades-teacher-phone-zh')
})

test('on a phone a change that needs a reason asks for it where the teacher is, however long the class', async () => {
  const { page } = await sitAs('teacher@lakeside.example', { width: 'phone' })
  await page.goto('/teacherdashboard/?grades=mine')
  await page.getByRole('combobox', { name: 'Assessment' }).selectOption({ label: 'Midterm' })
  await cell(page, 'Isabella Zhong', 'Midterm').fill('80')
  const ask = page.getByRole('button', { name: 'Give reason' })
  await ask.waitFor()
  const { y } = (await ask.boundingBox())!
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(page.viewportSize()!.height)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await ask.waitFor({ state: 'hidden' })
})

test('the name of a category stays in view while its many columns scroll by', async () => {
  await lantern.sql(`insert into school.assessments select n.* from (
      select a.* from school.assessments a join school.sections s on s.id = a.section_id
      where a.name = 'Homework 3' and s.name = 'G1-A' limit 1) a, generate_series(5, 20) number,
    jsonb_populate_record(null::school.assessments, to_jsonb(a) || jsonb_build_object('id', gen_random_uuid(), 'name', 'Homework ' || number)) n`)
  const { page } = teacher
  await page.goto('/teacherdashboard/?grades=mine')
  const category = page
    .getByRole('columnheader', { name: /^Homework \d+%/ })
    .locator('span')
    .first()
  const last = page.getByText('Homework 20', { exact: true })
  await last.scrollIntoViewIfNeeded()
  const students = (await page.getByRole('columnheader', { name: 'Student' }).boundingBox())!
  expect((await category.boundingBox())!.x).toBeGreaterThanOrEqual(students.x + students.width)
})

test('the office opens a class’s grade book and manages the scales', async () => {
  const office = await sitAs('office@lakeside.example', { dark: true })
  const { page } = office
  await page.goto('/admingrade')
  await page.getByLabel('Class', { exact: true }).selectOption({ label: 'G4 四年级' })
  await page.getByRole('heading', { name: 'Distribution' }).waitFor()
  await inspect(office, 'grades-office-book')
  await page.getByRole('link', { name: 'Grade scales' }).click()
  await page.getByRole('button', { name: 'Edit Letters A to F' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText(/For other thresholds, make a copy/).waitFor()
  expect(await panel.getByLabel('From %').first().isDisabled()).toBe(true)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Make a copy of Letters A to F' }).click()
  await panel.getByLabel('From %').nth(1).fill('95')
  await panel.getByRole('button', { name: 'Add scale' }).click()
  await panel.getByText('Enter less than the step above.').first().waitFor()
  expect(office.problems.splice(0)).toHaveLength(1)
  await inspect(office, 'grades-office-scale')
  await panel.getByLabel('From %').nth(1).fill('82.5')
  await panel.getByRole('button', { name: 'Add scale' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Archive Letters A to F (copy)' }).click()
  await page.getByRole('heading', { name: 'Archived scales' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Archive Letters A to F (copy)' }).waitFor()
  await inspect(office, 'grades-office-scales')
})

test('no browser reports an unexpected error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
