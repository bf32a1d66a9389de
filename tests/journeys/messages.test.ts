import { beforeAll, expect, test } from 'vitest'
import { inspect, inspectBoth, type Seat, openSchool } from './lantern.ts'

const { lantern, sitAs, seats } = openSchool()
let office: Seat
let teacher: Seat
let parent: Seat

beforeAll(async () => {
  office = await sitAs('office', { width: 'desktop' })
  teacher = await sitAs('teacher', { width: 'tablet' })
  parent = await sitAs('parent', { width: 'phone' })
})

test('the office writes to two classes with the count in sight, undoes it once and sends it', async () => {
  const { page } = office
  await page.goto('/adminmessage')
  await page.getByText('Today: pick-up at the gym entrance').waitFor()
  await inspectBoth(office, 'messages-office-notices')
  await page.getByRole('button', { name: 'Write a notice' }).click()
  await page.getByLabel('Add a class').selectOption({ label: 'G1-A' })
  await page.getByText(/^19 families, \d+ people/).waitFor()
  await page.getByLabel('Add a class').selectOption({ label: 'G1-B' })
  await page.getByText('G1-A + G1-B').waitFor()
  await page.getByRole('button', { name: 'Send to 36 families' }).waitFor()
  await page.getByRole('button', { name: 'Who', exact: true }).click()
  await page.getByRole('dialog').getByText('Jing Liu').first().waitFor()
  await page.keyboard.press('Escape')

  // Half a text is refused at its field, and what was typed stays.
  await page.getByLabel('Subject in English').fill('Lantern walk')
  await page.getByRole('button', { name: 'Send to 36 families' }).click()
  await page.getByRole('alert').getByText('Text in English: Fill this in.').waitFor()
  await page.getByLabel('Text in English').fill('Dear {name}, {student} is invited to the lantern walk.')
  await page.getByLabel('Subject in Chinese').fill('提灯会')
  await page.getByLabel('Text in Chinese').fill('{name}，邀请{student}参加提灯会。')
  await page.getByLabel(/^Ask people to confirm/).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByText('Dear Ann Wang, Mia is invited').waitFor()
  await page.keyboard.press('Escape')
  await inspectBoth(office, 'messages-office-compose')

  await page.getByRole('button', { name: 'Send to 36 families' }).click()
  await page.getByText('It will be sent in ten seconds.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was sent. It’s a draft again.').waitFor()
  await page.getByRole('button', { name: 'Edit draft' }).click()
  await page.getByRole('button', { name: 'Send to 36 families' }).click()
  await page.getByText('It will be sent in ten seconds.').waitFor()
  await expect
    .poll(() => lantern.sql("select status from school.notices where subject = 'Lantern walk'"), { timeout: 30_000 })
    .toEqual([{ status: 'sent' }])
  await page
    .locator('span', { hasText: /^Not read$/ })
    .first()
    .waitFor()
  // Among the notices and on its page it reads as families got it, and says with whose names.
  await page.getByText('Dear Ann Wang, Mia is invited to the lantern walk.').first().waitFor()
  await page.getByText('With the names of an example family.').first().waitFor()
  expect(await page.getByText('{student}').count()).toBe(0)
  expect(await lantern.mail('parent@lakeside.example', 'lantern walk')).toMatch(/Dear Jing Liu, Emily Wang is invited/)
})

test('a parent reads and confirms it on the phone, and the office sees it', async () => {
  const { page } = parent
  await page.goto('/dashboard/')
  await page.getByText('Today: pick-up at the gym entrance').first().waitFor()
  await inspectBoth(parent, 'messages-parent-dashboard')
  await page.getByRole('link', { name: /Messages, \d+ unread/ }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Lantern walk/ })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/messages')
  await inspectBoth(parent, 'messages-parent-inbox')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Lantern walk/ })
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Dear Jing Liu, Emily Wang is invited').waitFor()
  await inspectBoth(parent, 'messages-parent-notice')
  await panel.getByRole('button', { name: 'I have read this' }).click()
  await panel.getByText(/^You confirmed this on/).waitFor()

  await office.page.getByText(/^Confirmed Nov 22/).waitFor()
  await inspectBoth(office, 'messages-office-delivery')
})

test('a parent asks the teacher, who answers, and the parent sees it at once', async () => {
  const { page } = parent
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Write to the school' }).click()
  await panel.getByLabel('To', { exact: true }).selectOption({ label: 'G1-A: Lihua Chen (about Emily Wang)' })
  await inspect(parent, 'messages-parent-write')
  await panel.getByLabel('Subject').fill('Lantern')
  await panel.getByLabel('Message').fill('Does Emily need a lantern of her own?')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await panel.getByRole('heading', { name: 'Lantern' }).waitFor()
  await panel.getByText('Waiting for the school').waitFor()

  await teacher.page.goto('/teacherdashboard/?messages=all')
  const reads = teacher.page.getByRole('dialog')
  await reads.getByRole('link', { name: /Does Emily need a lantern/ }).click()
  await reads.getByText('With Hao Wang, Jing Liu').waitFor()
  await inspectBoth(teacher, 'messages-teacher-thread')
  await reads.getByLabel('Your reply').fill('We make them in class.')
  await reads.getByRole('button', { name: 'Send', exact: true }).click()

  await panel.getByText('We make them in class.', { exact: true }).waitFor()
  await panel.getByText('Answered').waitFor()
  await inspectBoth(parent, 'messages-parent-thread')
})

test('nothing was complained about', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
