import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect, openSchool } from './lantern.ts'

// A family with an open balance, on the demo's usual Sunday. The demo accepts cards through its simulated provider.
const { lantern, sitAs } = openSchool()

const dollars = (text: string): number => Math.round(Number(/\$([\d,.]+)/.exec(text)![1]!.replace(',', '')) * 100)
const owed = async (): Promise<number> => {
  const [found] = await lantern.sql<{ cents: string }>(
    `select sum(greatest(c.amount_cents
        - coalesce((select sum(d.amount_cents) from school.discounts d where d.charge_id = c.id), 0)
        - coalesce((select sum(g.amount_cents) from school.charge_credits g where g.charge_id = c.id), 0)
        - coalesce((select sum(l.amount_cents) from school.allocations l where l.charge_id = c.id), 0), 0)) as cents
      from school.charges c join school.households h on h.id = c.household_id and h.name = 'Jing Liu'
      where not exists (select 1 from school.charge_reversals v where v.charge_id = c.id)`,
  )
  return Number(found!.cents)
}
/** Counts taps. */
const counting = (page: Page) => {
  let taps = 0
  return {
    tap: async (name: RegExp | string) => {
      taps += 1
      await page.getByRole('button', { name }).first().click()
    },
    taps: () => taps,
  }
}

test('paying without a card: the payee and a reference to copy stand above the ledger, and an invoice opens', async () => {
  const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
  const { page } = parent
  await parent.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/paymenthistory')
  const how = page.getByRole('heading', { name: 'Pay by check, transfer or cash' })
  await how.waitFor()
  const ledger = page.getByRole('heading', { name: 'All charges and payments' })
  expect((await how.boundingBox())!.y).toBeLessThan((await ledger.boundingBox())!.y)
  await page.getByText('Payable to', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy: Include this reference' }).click()
  await page.getByText('Copied: Include this reference').waitFor()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^Jing Liu · I-2026-\d+/)
  await inspect(parent, 'paying-ways')

  // An invoice opens, with its items, the amount left and how to pay it.
  const invoice = page.getByRole('link', { name: /^Invoice I-2026-/ }).first()
  const file = await page.request.get((await invoice.getAttribute('href'))!)
  expect(file.status()).toBe(200)
  expect(file.headers()['content-type']).toBe('application/pdf')
})

test('a balance is paid by card in two taps, with amount, day and receipt at the end', async () => {
  const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
  const { page } = parent
  const { tap, taps } = counting(page)
  const before = await owed()
  await page.goto('/dashboard/')
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await pay.waitFor()
  expect(dollars(await pay.innerText())).toBe(before)
  await inspect(parent, 'paying-home')

  await tap(/^Pay \$/)
  await page.getByText('This page stands in for the card company.').waitFor()
  await tap(/^Pay \$/)
  await page.getByText(/^Paid: \$[\d.,]+ on Nov 22, 2026\. Thank you\.$/).waitFor()
  expect(taps()).toBe(2)
  await page
    .getByRole('link', { name: /Receipt R-2026-/ })
    .first()
    .waitFor()
  await page.getByText('Nothing due').waitFor()
  expect(await owed()).toBe(0)
  await inspect(parent, 'paying-done')

  // A used page of the provider leads back instead of charging again.
  const [checkout] = await lantern.sql<{ session: string }>(
    `select session_id as session from school.card_checkouts order by created_at desc limit 1`,
  )
  await page.goto(`/demo/card/${checkout!.session}`)
  await page.getByText(/^Paid: \$/).waitFor()
})
