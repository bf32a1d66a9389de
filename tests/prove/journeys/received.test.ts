import { expect, test } from 'vitest'
import { inspect, openSchool, type Seat } from '#tests/journeys/lantern.ts'

const { sitAs, seats } = openSchool()
let treasurer: Seat

const cents = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)

test('Payments opens on overdue families, without empty columns', async () => {
  treasurer = await sitAs('treasurer@lakeside.example')
  const { page } = treasurer
  await page.goto('/adminpayment')
  await page.getByRole('button', { name: /^Overdue/, pressed: true }).waitFor()
  await page.getByRole('row', { name: /Total for \d+ families/ }).waitFor()
  for (const head of await page.getByRole('columnheader').allInnerTexts()) {
    if (!/days/.test(head)) continue
    const at = (await page.getByRole('columnheader').allInnerTexts()).indexOf(head)
    const sum = await page
      .getByRole('row', { name: /Total for \d+ families/ })
      .locator('td, th')
      .nth(at)
      .innerText()
    expect([head, cents(sum) > 0]).toEqual([head, true])
  }
  await inspect(treasurer, 'received-opens')
  await page.getByRole('button', { name: 'Show all families' }).click()
  await page.waitForURL(/view=all/)
  await page.getByRole('row', { name: /Total for 2\d\d families/ }).waitFor()
})

test('the month’s total leads to its payments and matches them', async () => {
  const { page } = treasurer
  const tile = page.getByRole('link', { name: /^Received this month/ })
  const promised = cents((await tile.innerText()).split('\n')[1]!)
  await tile.click()
  await page.waitForURL(/tab=received&since=2026-11-01/)
  const totals = page.getByRole('region', { name: 'Totals' })
  await totals.getByText(/^Received ·/).waitFor()
  expect(cents((await totals.locator('dd').first().innerText()).trim())).toBe(promised)
  const parts = await totals.locator('dd').allInnerTexts()
  expect(parts.slice(1).reduce((sum, text) => sum + cents(text), 0)).toBe(promised)
  await inspect(treasurer, 'received-month')
  // The files contain exactly these rows.
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = await page.request.get((await page.getByRole('link', { name: /CSV/ }).first().getAttribute('href'))!)
  const lines = (await csv.text()).trim().split('\r\n').slice(1)
  const sums = lines
    .filter(line => !/Returned|Voided/.test(line))
    .map(line => /,(\d+(?:\.\d+)?),\d+(?:\.\d+)?,,/.exec(line)![1]!)
  expect(sums.reduce((sum, text) => sum + cents(text), 0)).toBe(promised)
  const journal = await page.request.get(
    (await page.getByRole('link', { name: 'Journal by account (CSV)' }).getAttribute('href'))!,
  )
  expect(journal.url()).toContain('from=2026-11-01')
  expect(await journal.text()).toContain('Accounts receivable')
  await page.keyboard.press('Escape')
})

test('a payment is recorded using only the keyboard, and found by its check number', async () => {
  const { page } = treasurer
  await page.getByRole('button', { name: 'Record payment' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Record a payment' })
  await panel.getByRole('searchbox').fill('Jing')
  await panel.getByRole('button', { name: /Jing Liu/ }).waitFor()
  await inspect(treasurer, 'received-record')
  await panel.getByRole('button', { name: /Jing Liu/ }).press('Enter')
  // Typing at once replaces the suggested amount, which is everything the family owes.
  await panel.locator('#amountCents:focus').waitFor()
  await page.keyboard.type('44')
  await panel.getByLabel('Check number').fill('90210')
  await page.keyboard.press('Enter')
  await panel.getByText(/\$44\.00 recorded, receipt R-2026-/).waitFor()
  await panel.locator('button:focus').getByText('Next payment').waitFor()
  await page.keyboard.press('Enter')
  await panel.locator('input[type=search]:focus').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('searchbox').fill('90210')
  const row = page.getByRole('row', { name: /Jing Liu/ })
  await row.getByText('Check 90210').waitFor()
  await row.getByText('$44.00').waitFor()
  await page.getByText('1 payment', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Totals' }).getByText('$44.00').first().waitFor()
  await inspect(treasurer, 'received-found')
})

test('a deposit slip opens as a PDF, and is hidden for bank transfers', async () => {
  const { page } = treasurer
  const slip = page.getByRole('link', { name: /^Deposit slip/ })
  const pdf = await page.request.get((await slip.getAttribute('href'))!)
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByLabel('Method', { exact: true }).selectOption('Bank transfer')
  await page.waitForURL(/method=transfer/)
  await slip.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page
    .getByRole('region', { name: 'Totals' })
    .getByText(/is credit\. “Received”/)
    .waitFor()
})

test('a check can be marked as returned unpaid, and cash can’t', async () => {
  const { page } = treasurer
  for (const [method, entry, isOffered] of [
    ['Cash', /^Actions for Cash/, false],
    ['Check', /^Actions for Check/, true],
  ] as const) {
    await page.goto('/adminpayment?tab=received')
    await page.getByLabel('Method', { exact: true }).selectOption(method)
    await page.waitForURL(/method=/)
    await page
      .getByRole('row', { name: new RegExp(method) })
      .first()
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: entry }).first().click()
    await page.getByRole('button', { name: 'Void: entered in error' }).waitFor()
    expect(await page.getByRole('button', { name: 'Mark as returned unpaid' }).count()).toBe(isOffered ? 1 : 0)
  }
})

test('late fees are proposed with their reasons, and no family is preselected', async () => {
  const office = await sitAs('office@lakeside.example')
  const { page } = office
  await page.goto('/adminconfig?subMenu=late')
  await page.getByRole('link', { name: 'Charge late fees' }).click()
  const panel = page.getByRole('dialog', { name: 'Late fees' })
  await panel.getByRole('button', { name: 'Choose families to charge' }).waitFor()
  expect(await panel.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await panel
    .getByText(/days late/)
    .first()
    .waitFor()
  await panel
    .getByText(/\$25\.00 once/)
    .first()
    .waitFor()
  const n = await panel.getByRole('checkbox').count()
  await inspect(office, 'received-latefees')
  await panel.getByRole('button', { name: 'Select all' }).click()
  await panel.getByRole('button', { name: new RegExp(`^Charge ${n} families, \\$`) }).waitFor()
  await panel.getByRole('button', { name: 'Clear selection' }).click()
  await panel.getByRole('checkbox').first().check()
  await panel.getByRole('button', { name: /^Charge 1 family, \$/ }).click()
  await panel.getByText(/^1 late fee is charged: \$/).waitFor()
  await panel.getByText(`0 of ${n - 1} selected`).waitFor()
})

test('received payments are accessible on a tablet, and on a phone in Chinese and dark mode', async () => {
  const tablet = await sitAs('treasurer@lakeside.example', { width: 'tablet' })
  await tablet.page.goto('/adminpayment?tab=received&since=2026-06-01')
  await tablet.page.getByRole('region', { name: 'Totals' }).waitFor()
  await inspect(tablet, 'received-tablet')
  const phone = await sitAs('treasurer@lakeside.example', { width: 'phone', dark: true, language: 'zh' })
  const { page } = phone
  await page.goto('/adminpayment?tab=received&since=2026-11-01')
  await page.getByRole('region', { name: '合计' }).waitFor()
  await inspect(phone, 'received-phone-zh-dark')
  await page.getByRole('button', { name: '登记收款' }).click()
  await page.getByRole('dialog', { name: '登记收款' }).waitFor()
  await inspect(phone, 'received-phone-record')
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
