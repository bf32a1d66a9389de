import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { dialog, openFamily } from '#tests/journeys/familyAccount.ts'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'

// A treasurer's work beyond recording payments, and what a family sees of it.

const { sitAs, seats } = openSchool()

/** Chooses an action for an entry of the open account. */
const choose = async (page: Page, entry: string | RegExp, action: string) => {
  await page.getByRole('button', { name: entry }).first().click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

let treasurer: Seat
beforeAll(async () => {
  treasurer = await sitAs('treasurer@lakeside.example')
})

test('two classes are charged after a preview, and no one is charged twice', async () => {
  const { page } = treasurer
  await page.goto('/adminpayment')
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  const panel = dialog(page, 'Charge families')
  await panel.getByRole('checkbox', { name: /^G1-A / }).check()
  await panel.getByRole('checkbox', { name: /^G5 / }).check()
  await panel.getByLabel('Description').fill('Speech contest')
  await panel.getByLabel('In Chinese').fill('演讲比赛')
  await panel.getByLabel('Amount each').fill('5')
  // The fifth grade has had the charge since the first of November.
  await panel.getByText(/^18 have had the same charge/).waitFor()
  await panel.getByText('19 charges to 19 families, $95.00 in total').waitFor()
  await panel.getByRole('checkbox', { name: /^Emily Wang/ }).uncheck()
  await panel.getByText('18 charges to 18 families, $90.00 in total').waitFor()
  await panel.getByRole('checkbox', { name: /^Emily Wang/ }).check()
  await inspect(treasurer, 'treasurer-charge')
  await panel.getByRole('button', { name: 'Charge $95.00' }).click()
  await page.getByText('19 charges made, $95.00 in total.').waitFor()
  await page.getByRole('button', { name: 'Earlier charges' }).click()
  await dialog(page, 'Earlier charges').getByText('19 charges of $5.00, $95.00 in total').waitFor()
  await inspect(treasurer, 'treasurer-runs')
})

test('a charge is reversed after its effect is shown', async () => {
  const { page } = treasurer
  const panel = await openFamily(page, 'Jing Liu')
  await choose(page, 'Actions for Speech contest, Emily Wang', 'Reverse charge')
  const question = dialog(page, 'Reverse Speech contest of $5.00?')
  await question.getByText('The family will owe $344.00.').waitFor()
  await question.getByRole('button', { name: 'Reverse $5.00' }).click()
  await question.getByText('Fill this in.', { exact: true }).waitFor()
  await question.getByLabel('Reason').fill('Emily does not take part')
  await inspect(treasurer, 'treasurer-reverse')
  await question.getByRole('button', { name: 'Reverse $5.00' }).click()
  await panel.getByText('$5.00 reversed. The family now owes $344.00.').waitFor()
  await panel.getByText('Speech contest: reversed').waitFor()
})

test('what is left of a payment is refunded by hand', async () => {
  const { page } = treasurer
  await page.goto('/adminpayment?view=credit&sort=balance')
  await page.getByRole('row').nth(1).getByRole('button').first().click()
  const panel = dialog(page)
  await choose(page, /^Actions for Check/, 'Refund')
  const form = dialog(page, /^Refund receipt/)
  await form.getByLabel('Amount').fill('500')
  await form.getByLabel('Reason').fill('Paid twice')
  await form.getByRole('button', { name: 'Record refund of $500.00' }).click()
  await form.getByText('This is more than is available.').first().waitFor()
  await form.getByLabel('Amount').fill('10')
  await inspect(treasurer, 'treasurer-refund')
  await form.getByRole('button', { name: 'Record refund of $10.00' }).click()
  await panel.getByText(/^\$10\.00 refunded\. The family now has \$[\d.]+ of credit\./).waitFor()
  const statement = panel.getByRole('link', { name: /Open statement/ })
  const pdf = await page.request.get((await statement.getAttribute('href'))!)
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const csv = await page.request.get((await panel.getByRole('link', { name: 'Ledger as CSV' }).getAttribute('href'))!)
  expect(await csv.text()).toContain('Refund · Check · Paid twice')
})

test('approving a refund leads the keyboard to the next step, not to declining it', async () => {
  const { page } = treasurer
  await page.goto('/adminpayment?do=refunds')
  const queue = dialog(page, 'Refunds')
  await queue.getByRole('button', { name: 'Approve: Li Feng' }).press('Enter')
  await queue.getByText('Approved', { exact: true }).waitFor()
  await expect
    .poll(() => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""'))
    .toBe('Mark as sent: Li Feng')
})

test('the family sees the charge and its reversal on a phone, in Chinese and dark mode', async () => {
  const parent = await sitAs('parent@lakeside.example', { width: 'phone', dark: true })
  const { page } = parent
  await page.goto('/paymenthistory')
  await page.getByText('$344.00').first().waitFor()
  await page.getByText('Speech contest: reversed').waitFor()
  await page.getByLabel('Period').selectOption('Other dates')
  await page.getByLabel('From').fill('2026-11-01')
  const href = (await page.getByRole('link', { name: /Open statement/ }).getAttribute('href'))!
  expect(href).toContain('from=2026-11-01&to=2026-11-22&lang=en')
  expect((await page.request.get(href)).headers()['content-type']).toBe('application/pdf')
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByText('演讲比赛').first().waitFor()
  await inspect(parent, 'treasurer-family-zh-dark')
  const office = await sitAs('treasurer@lakeside.example', { width: 'phone', dark: true })
  await office.page.goto('/adminpayment?view=owing')
  await office.page.getByText('Jing Liu').first().waitFor()
  await inspect(office, 'treasurer-phone-dark')
})

test('on a phone the chosen tab is in view, and the charge of one family asks for one amount', async () => {
  const { page: phone } = await sitAs('treasurer@lakeside.example', { width: 'phone' })
  await phone.goto('/adminpayment?tab=late')
  const tab = (await phone.getByRole('tab', { name: 'Late fees' }).boundingBox())!
  expect(tab.x + tab.width).toBeLessThanOrEqual(phone.viewportSize()!.width)
  const { page } = treasurer
  const panel = await openFamily(page, 'Jing Liu')
  await panel.getByRole('button', { name: 'Charge', exact: true }).click()
  const charge = dialog(page, 'Charge Jing Liu')
  await charge.getByLabel('Amount', { exact: true }).waitFor()
  await charge.getByText(/^Fill in what and how much/).waitFor()
})

test('no browser reports an unexpected error', () => {
  expect(seats.flatMap(({ problems }) => problems).filter(problem => !problem.includes('/fn/payments-refund'))).toEqual(
    [],
  )
})
