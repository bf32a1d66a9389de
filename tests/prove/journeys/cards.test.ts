import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookSecret, startCardProvider, stripeKey } from '#server/demo/cardProvider.ts'
import { inspect, openSchool } from '#tests/journeys/lantern.ts'

const stripe = await startCardProvider()
// A Sunday on which leaving a class still brings a refund.
const { lantern, sitAs } = openSchool({ clock: '2026-09-27T18:10:00Z', env: { STRIPE_URL: stripe.origin } })
beforeAll(() => {
  stripe.state.hookUrl = `${lantern.origin}/hooks/stripe`
})
afterAll(() => stripe.close())

const sheet = (page: Page) => page.getByRole('dialog').last()
const dollars = (text: string): number => Math.round(Number(/\$([\d,.]+)/.exec(text)![1]!.replace(',', '')) * 100)

const family = 'Jing Liu'

test('the office enters the keys, tests them and lets families pay by card', async () => {
  const parent = await sitAs('parent@lakeside.example')
  await parent.page.goto('/paymenthistory')
  await parent.page.getByText('Pay by check, transfer or cash').waitFor()
  // Before cards are set up there is no button.
  expect(await parent.page.getByRole('button', { name: /^Pay \$/ }).count()).toBe(0)

  const office = await sitAs('office@lakeside.example')
  const { page } = office
  await page.goto('/adminconfig?subMenu=cards')
  const turn = page.getByRole('switch', { name: /Families can pay by card/ })
  await turn.waitFor()
  expect(await turn.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await page.getByText('There is no secret key to test yet.').waitFor()
  await inspect(office, 'cards-settings-empty')
  const enter = async (name: string, secret: string, wrong: string) => {
    await page.getByRole('button', { name: `Enter: ${name}` }).click()
    await sheet(page).getByLabel(name, { exact: true }).fill('pk_test_oops')
    await sheet(page).getByRole('button', { name: 'Save key' }).click()
    await sheet(page).getByText(wrong).first().waitFor()
    await sheet(page).getByLabel(name, { exact: true }).fill(secret)
    await sheet(page).getByRole('button', { name: 'Save key' }).click()
    await page.getByText(`Saved, ends in …${secret.slice(-4)}`).waitFor()
  }
  await enter('Secret key', stripeKey, 'That’s the publishable key.')
  await enter('Signing secret', hookSecret, 'A signing secret starts with whsec_.')
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await page.getByText('It works: this is the account of Lakeside Chinese School.').waitFor()
  await page.getByText('Its currency is USD, the same as here.').waitFor()
  await turn.click()
  await page.getByText('Families can now pay by card.').waitFor()
  await inspect(office, 'cards-settings')
  expect(await page.content()).not.toContain(stripeKey)

  // The family gets its button without a reload.
  await parent.page.getByRole('button', { name: /^Pay \$/ }).waitFor()
})

test('a family pays on its phone, gets a receipt, leaves a class and is refunded to the card', async () => {
  const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
  const { page } = parent
  // A class of which nothing has been paid in another way.
  const [unpaid] = await lantern.sql<{ student: string; section: string }>(
    `select p.name as student, x.name as section from school.charges c join school.households h on h.id = c.household_id and h.name = $1
       join school.enrolments e on e.id = c.enrolment_id join school.sections x on x.id = e.section_id join school.persons p on p.id = e.student_id
     where c.kind = 'tuition' and not exists (select 1 from school.allocations l where l.charge_id = c.id)
       and not exists (select 1 from school.charges b join school.allocations l on l.charge_id = b.id where b.enrolment_id = e.id)`,
    [family],
  )
  await page.goto('/paymenthistory')
  await page.getByRole('button', { name: 'Pay only part of it' }).click()
  await sheet(page).getByRole('checkbox').first().check()
  await sheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .waitFor()
  await inspect(parent, 'cards-pay')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  const paid = dollars(await pay.innerText())
  await pay.click()
  await page.getByRole('heading', { name: 'School fees, Lakeside Chinese School' }).waitFor()
  expect(stripe.latest().amount_total).toBe(paid)

  // The first attempt is abandoned: nothing was paid, and the same page can be continued.
  await page.getByRole('link', { name: 'Back to the school' }).click()
  await page.getByText('You left the payment page, so nothing was paid.').waitFor()
  await inspect(parent, 'cards-left')
  await page.getByRole('link', { name: 'Continue to the payment page' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText(/^Paid: \$.* on Sep 27, 2026/).waitFor()
  await page.getByText('Nothing due').waitFor()
  await page
    .getByRole('link', { name: /Receipt R-2026-/ })
    .first()
    .waitFor()
  await inspect(parent, 'cards-paid')
  await lantern.mail('parent@lakeside.example', 'received your card payment')

  await page.goto('/student')
  await page.getByRole('link', { name: unpaid!.student }).first().click()
  await page.getByRole('button', { name: `Leave this class: ${unpaid!.section}` }).click()
  const asked = sheet(page)
  await asked.getByRole('radio', { name: /^Refund it.*refunded to the card Visa ···· 4242/ }).check()
  await inspect(parent, 'cards-leaving')
  const leave = asked.getByRole('button', { name: /^Leave .*, get \$[\d.]+ back$/ })
  const shown = dollars(await leave.innerText())
  await leave.click()
  await page.getByText(/has left/).waitFor()

  const treasurer = await sitAs('treasurer@lakeside.example')
  await treasurer.page.goto('/adminpayment?do=refunds')
  const queue = sheet(treasurer.page)
  await queue.getByRole('button', { name: `Approve: ${family}` }).click()
  await queue.getByRole('button', { name: `Refund: ${family}` }).click()
  const sending = treasurer.page.getByRole('dialog', { name: /^Send \$/ })
  await sending.getByText(/Stripe will refund it to Visa ···· 4242/).waitFor()
  await inspect(treasurer, 'cards-refund')
  await sending.getByRole('button', { name: /to the card$/ }).click()
  await sending.waitFor({ state: 'detached' })
  await lantern.mail('parent@lakeside.example', 'by Card')
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([shown])

  const dark = await sitAs('parent@lakeside.example', { width: 'phone', dark: true })
  await dark.page.goto('/paymenthistory')
  await dark.page.getByText('Completed', { exact: true }).first().waitFor()
  await inspect(dark, 'cards-refunded-dark')
})
