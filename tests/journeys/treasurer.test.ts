import { expect, test } from 'vitest'
import { dialog, openFamily } from './familyAccount.ts'
import { inspect, type Seat, openSchool } from './lantern.ts'

const { sitAs, seats } = openSchool()

let treasurer: Seat

test('families who owe are sorted by balance and filtered by age, with a total', async () => {
  treasurer = await sitAs('treasurer@lakeside.example')
  const { page } = treasurer
  await page.goto('/adminpayment')
  await page.getByRole('button', { name: /^Owed/ }).click()
  await page.getByRole('button', { name: 'Balance', exact: true }).click()
  await page
    .getByRole('columnheader', { name: /Balance/ })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await page.getByRole('button', { name: /^Balance/ }).click()
  await page
    .getByRole('columnheader', { name: /Balance/ })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  await page.getByRole('row', { name: /Total for 36 families/ }).waitFor()
  await inspect(treasurer, 'treasurer-owing')
  await page.getByRole('combobox', { name: 'How long overdue' }).selectOption('61 days or more')
  await page.waitForURL(/age=older/)
  await page.getByRole('row', { name: /Jing Liu/ }).waitFor()
})

test('the treasurer downloads the list from its page', async () => {
  const { page } = treasurer
  await page.goto('/adminpayment')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV file' }).click()
  expect((await download).suggestedFilename()).toBe('balances.csv')
})

test('recording a check shows how much the family owes now', async () => {
  const { page } = treasurer
  const panel = await openFamily(page, 'Jing Liu')
  await panel.getByText('$344.00').first().waitFor()
  // What was due by a day is late from the next one on.
  await panel.getByRole('heading', { name: 'Overdue, was due Jun 9, 2026' }).waitFor()
  await panel.getByLabel('Amount').fill('144')
  await panel.getByText('The family will still owe $200.00.').waitFor()
  await panel.getByLabel('Check number').fill('2001')
  await panel.getByRole('button', { name: 'Record $144.00' }).click()
  await panel.getByText(/\$144\.00 recorded, receipt R-2026-/).waitFor()
  await panel.getByText('The family now owes $200.00.').waitFor()
  // Only the content scrolls, never the panel with its title.
  expect(
    await page.evaluate(`(panel => panel.scrollHeight - panel.clientHeight)(document.querySelector('dialog[open]'))`),
  ).toBe(0)
  await inspect(treasurer, 'treasurer-account')
})

test('an open account prints in full, without the page behind it and without buttons', async () => {
  const { page } = treasurer
  const panel = await openFamily(page, 'Jing Liu')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' })
  await panel.getByRole('button', { name: 'Close' }).waitFor({ state: 'hidden' })
  await panel.getByRole('button', { name: /^Record \$/ }).waitFor({ state: 'hidden' })
  await panel.getByRole('button', { name: 'Remind by email' }).waitFor({ state: 'hidden' })
  const [sheet, last] = await Promise.all([panel.boundingBox(), panel.getByRole('row').last().boundingBox()])
  expect(last!.y + last!.height).toBeLessThanOrEqual(sheet!.y + sheet!.height)
  await page.emulateMedia({ media: 'screen' })
})

test('the payment form opens from a family’s row, with the family and the amount filled in', async () => {
  const { page } = treasurer
  await page.goto('/adminpayment?search=Jing%20Liu')
  await page.getByRole('button', { name: 'Record payment: Jing Liu' }).click()
  const panel = page.getByRole('dialog', { name: 'Record a payment' })
  await panel.getByText('Jing Liu').waitFor()
  expect(await panel.getByLabel('Amount').inputValue()).toContain('200')
  await inspect(treasurer, 'treasurer-record-from-row')
  await panel.getByRole('button', { name: 'Close' }).first().click()
  await panel.waitFor({ state: 'hidden' })
  expect(page.url()).not.toMatch(/family=|do=/)
})

test('a family is reminded by email, and its row shows when', async () => {
  const { page } = treasurer
  await page.goto('/adminpayment?search=Jing%20Liu')
  await page
    .getByRole('checkbox', { name: /Jing Liu/ })
    .first()
    .check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Remind by email' }).click()
  const question = dialog(page, 'Remind 1 family by email?')
  await inspect(treasurer, 'treasurer-remind')
  await question.getByRole('button', { name: 'Remind 1 family' }).click()
  await question.getByText(/^1 family reminded/).waitFor()
  await question.getByRole('button', { name: 'Close' }).last().click()
  await page
    .getByRole('row', { name: /Jing Liu/ })
    .getByText('Last reminder Nov 22, 2026')
    .waitFor()
  await page.goto('/mailbox?to=parent@lakeside.example')
  const mail = page.getByRole('article').first()
  await mail.getByRole('heading', { name: 'Payment reminder from Lakeside Chinese School' }).waitFor()
  await mail.getByText('$200.00').waitFor()
})

test('a charge names the family whose account it goes to', async () => {
  const { page } = treasurer
  const panel = await openFamily(page, 'Ying Fan')
  await panel.getByRole('button', { name: 'Charge', exact: true }).click()
  await dialog(page, 'Charge Ying Fan').waitFor()
  // Also when its address is opened anew.
  await page.reload()
  await dialog(page, 'Charge Ying Fan').getByRole('button', { name: 'Cancel' }).click()
})

test('a returned check that paid for two families names the other one', async () => {
  const { page } = treasurer
  for (const [family, amount] of [
    ['Ying Fan', '17'],
    ['Wenwen Wan', '20'],
  ] as const) {
    const panel = await openFamily(page, family)
    await panel.getByLabel('Amount').fill(amount)
    await panel.getByLabel('Check number').fill('9001')
    await panel.getByLabel('Paid by').fill('Grandma Fan')
    await panel.getByRole('button', { name: `Record $${amount}.00` }).click()
    await panel.getByText(/recorded, receipt R-2026-/).waitFor()
  }
  const panel = await openFamily(page, 'Ying Fan')
  await panel.getByRole('button', { name: 'Actions for Check, 9001, Grandma Fan' }).click()
  await panel.getByRole('button', { name: 'Mark as returned unpaid' }).and(page.locator(':visible')).click()
  const question = dialog(page, 'Mark the $17.00 payment as returned?')
  await question.getByText(/^This check also paid \$20\.00 for Wenwen Wan, receipt R-2026-\d+\./).waitFor()
  await inspect(treasurer, 'treasurer-returned')
  await question.getByLabel('Reason').fill('Insufficient funds')
  await question.getByRole('button', { name: 'Mark $17.00 as returned' }).click()
  await panel.getByText('$17.00 marked as returned.').waitFor()
})

test('no browser reports an error', () => expect(seats.flatMap(({ problems }) => problems)).toEqual([]))
