import { beforeAll, expect, test } from 'vitest'
import { inspect, openSchool, type Seat } from '#tests/journeys/lantern.ts'

const { sitAs, seats } = openSchool()
let office: Seat
beforeAll(async () => {
  office = await sitAs('office')
})

test('a course is archived and restored, and another gets a description', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=courses')
  await page.getByRole('button', { name: 'More for 112' }).click()
  await page.getByRole('button', { name: 'Archive 112' }).click()
  await page.getByText('112 archived').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('112 restored.').waitFor()
  await page.getByRole('button', { name: 'More for Go' }).click()
  await page.getByRole('button', { name: /^Edit Go/ }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Description/)
    .fill('From capture games to the whole board.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('From capture games to the whole board.').waitFor()
  await inspect(office, 'settings-courses')
})

test('an attendance code is added', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=attendance')
  await page.getByRole('button', { name: 'Add a code' }).first().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('School trip')
  await page.getByRole('dialog').getByLabel('Counts as').selectOption({ label: 'Excused' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add a code' }).click()
  await page.getByText('School trip', { exact: true }).waitFor()
  await inspect(office, 'settings-codes')
})

test('a test email to an invalid address is refused at its field, and kept if there is no mail server', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=mail')
  await page.getByLabel('To', { exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('Enter an email address like').waitFor()
  await page.getByLabel('To', { exact: true }).fill('helper@lakeside.example')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('The email to helper@lakeside.example is kept here').waitFor()
  await inspect(office, 'settings-mail')
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
