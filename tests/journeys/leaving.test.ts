import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect, type Lantern, openBrowser, type Seat, startLantern, takeSeat } from './lantern.ts'
import { signIn } from './office.ts'

const password = 'lakeside-demo'
let browser: Browser
let lantern: Lantern
const seats: Seat[] = []
const sit = async (email: string, look: Partial<Parameters<typeof takeSeat>[2]> = {}) => {
  const seat = await takeSeat(browser, lantern, { width: 'desktop', ...look })
  seats.push(seat)
  await signIn(seat.page, email, password)
  return seat
}
const sheet = (page: Page) => page.getByRole('dialog').last()
const balance = async (name: string): Promise<number> =>
  Number(
    (
      await lantern.sql<{ cents: string }>(
        `select (select coalesce(sum(c.amount_cents - coalesce((select sum(d.amount_cents) from school.discounts d where d.charge_id = c.id), 0)), 0) from school.charges c
            where c.household_id = h.id and not exists (select 1 from school.charge_reversals v where v.charge_id = c.id))
          - (select coalesce(sum(p.amount_cents - coalesce((select sum(r.amount_cents) from school.refunds r where r.payment_id = p.id and r.status in ('sent','settled')), 0)), 0)
            from school.payments p where p.household_id = h.id and p.status = 'succeeded') as cents
         from school.households h where h.name = $1`,
        [name],
      )
    )[0]!.cents,
  )

beforeAll(async () => {
  browser = await openBrowser()
  // The last Sunday on which everything but the fee and the books goes back.
  lantern = await startLantern({ isDemo: true, clock: '2026-09-27T18:10:00Z' })
})
afterAll(async () => {
  for (const { context } of seats) await context.close()
  await lantern?.stop()
  await browser?.close()
})

const family = 'Jing Liu'

test('a parent leaves a class on a phone: what is shown is what moves, and the rest is asked back', async () => {
  const parent = await sit('parent@lakeside.example', { width: 'phone' })
  const { page } = parent
  const treasurer = await sit('treasurer@lakeside.example')
  // The family pays all that it owes, so that leaving brings money back.
  const owed = await balance(family)
  await treasurer.page.goto(`/adminpayment?search=${encodeURIComponent(family)}`)
  await treasurer.page
    .getByRole('row', { name: new RegExp(family) })
    .getByRole('button')
    .first()
    .click()
  await sheet(treasurer.page)
    .getByLabel('Amount')
    .fill(String(owed / 100))
  await sheet(treasurer.page)
    .getByRole('button', { name: /^Record \$/ })
    .click()
  await treasurer.page.getByText(/recorded, receipt R-2026-/).waitFor()
  expect(await balance(family)).toBe(0)

  await page.goto('/student')
  await page.getByRole('button', { name: /^Leave this class: Kung Fu/ }).click()
  const asked = sheet(page)
  await asked.getByText(/Until .*October 3.*100% of the tuition goes back\. After that 50%/).waitFor()
  await asked.getByText('Processing fee').waitFor()
  await asked.getByRole('radio', { name: /^Pay it back/ }).check()
  await inspect(parent, 'leaving-sheet')
  const button = asked.getByRole('button', { name: /^Leave Kung Fu, get \$[\d.]+ back$/ })
  const shown = Math.round(Number(/\$([\d.]+)/.exec(await button.innerText())![1]) * 100)
  await button.click()
  await page.getByText('Emily Wang has left Kung Fu.').waitFor()
  expect(await balance(family)).toBe(-shown)
  await page.goto('/paymenthistory')
  await page.getByText('Asked for', { exact: true }).waitFor()
  await inspect(parent, 'leaving-asked-back')

  await treasurer.page.goto('/adminpayment?do=refunds')
  const queue = sheet(treasurer.page)
  await queue.getByRole('button', { name: `Approve: ${family}` }).click()
  await queue.getByRole('button', { name: `Mark as sent: ${family}` }).click()
  const sending = sheet(treasurer.page)
  await sending.getByLabel(/^Number/).fill('T-1001')
  await inspect(treasurer, 'leaving-refund')
  await sending.getByRole('button', { name: /^Sent \$/ }).click()
  await treasurer.page.getByText(/is on its way\. The family has a letter\./).waitFor()
  expect(await balance(family)).toBe(0)
  expect(await lantern.mail('parent@lakeside.example', 'T-1001')).toContain((shown / 100).toFixed(2))
})

test('the office moves a child to another class, and the family’s page in the dark knows it', async () => {
  const office = await sit('office@lakeside.example')
  const { page } = office
  await page.goto('/adminstudent?search=Emily+Wang')
  await page.getByRole('button', { name: 'Emily Wang' }).first().click()
  await sheet(page).getByRole('button', { name: 'Transfer: G1-A' }).click()
  await sheet(page)
    .getByRole('radio', { name: /^CSL 1/ })
    .click()
  const change = page.getByRole('dialog', { name: /G1-A → CSL 1/ })
  await change.getByText('To pay more').waitFor()
  await inspect(office, 'leaving-transfer')
  const button = change.getByRole('button', { name: /^Change to CSL 1, pay \$[\d.]+ more$/ })
  const more = Math.round(Number(/\$([\d.]+)/.exec(await button.innerText())![1]) * 100)
  const before = await balance(family)
  await button.click()
  await page.getByText('Emily Wang is in CSL 1 now.').waitFor()
  expect(await balance(family)).toBe(before + more)
  expect(await lantern.mail('parent@lakeside.example', 'has changed from')).toContain('CSL 1')

  const dark = await sit('parent@lakeside.example', { width: 'phone', dark: true })
  await dark.page.goto('/student')
  await dark.page.getByRole('button', { name: /^Leave this class: CSL 1/ }).click()
  await sheet(dark.page).getByText('Back to you').waitFor()
  await inspect(dark, 'leaving-sheet-dark')
})
