import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect, openSchool } from '#tests/journeys/lantern.ts'

// The last Sunday on which everything but the fee and the books goes back.
const { lantern, sitAs } = openSchool({ clock: '2026-09-27T18:10:00Z' })
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

const family = 'Jing Liu'

test('a parent leaves a class on a phone: what is shown is what moves, and the rest is asked back', async () => {
  const parent = await sitAs('parent@lakeside.example', { width: 'phone' })
  const { page } = parent
  const treasurer = await sitAs('treasurer@lakeside.example')
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
  await asked.getByText(/100% tuition refund until .*October 3.*\. After that 50%/).waitFor()
  await asked.getByText('Processing fee').waitFor()
  await asked.getByRole('radio', { name: /^Refund it/ }).check()
  await inspect(parent, 'leaving-sheet')
  const leave = asked.getByRole('button', { name: /^Leave Kung Fu, get \$[\d.]+ back$/ })
  const shown = Math.round(Number(/\$([\d.]+)/.exec(await leave.innerText())![1]) * 100)
  await leave.click()
  await page.getByText('Emily Wang has left Kung Fu.').waitFor()
  expect(await balance(family)).toBe(-shown)
  await page.goto('/paymenthistory')
  await page.getByText('Requested', { exact: true }).first().waitFor()
  await inspect(parent, 'leaving-asked-back')

  await treasurer.page.goto('/adminpayment?do=refunds')
  const queue = sheet(treasurer.page)
  const button = (verb: string) => queue.getByRole('button', { name: `${verb}: ${family}` })
  await button('Approve').first().waitFor()
  // One for each payment that the class was covered by.
  const parts = await button('Approve').count()
  for (let left = parts - 1; left >= 0; left--) {
    await button('Approve').first().click()
    await button('Approve').nth(left).waitFor({ state: 'detached' })
  }
  for (let left = parts - 1; left >= 0; left--) {
    await button('Mark as sent').first().click()
    const sending = treasurer.page.getByRole('dialog', { name: /^Send \$/ })
    await sending.getByLabel(/^Reference/).fill('T-1001')
    if (left === 0) await inspect(treasurer, 'leaving-refund')
    await sending.getByRole('button', { name: /^Mark \$/ }).click()
    await sending.waitFor({ state: 'detached' })
    await button('Mark as sent').nth(left).waitFor({ state: 'detached' })
  }
  expect(await balance(family)).toBe(0)
  await lantern.mail('parent@lakeside.example', 'T-1001')
})

test('the office moves a child to another class, and the family’s page in the dark knows it', async () => {
  const office = await sitAs('office@lakeside.example')
  const { page } = office
  await page.goto('/adminstudent?search=Emily+Wang')
  await page.getByRole('button', { name: 'Emily Wang' }).first().click()
  await sheet(page).getByRole('button', { name: 'Transfer: G1-A' }).click()
  await sheet(page)
    .getByRole('radio', { name: /^CSL 1/ })
    .click()
  const change = page.getByRole('dialog', { name: /G1-A → CSL 1/ })
  await change.getByText('You pay').waitFor()
  await inspect(office, 'leaving-transfer')
  const button = change.getByRole('button', { name: /^Change to CSL 1, pay \$[\d.]+ more$/ })
  const more = Math.round(Number(/\$([\d.]+)/.exec(await button.innerText())![1]) * 100)
  const before = await balance(family)
  await button.click()
  await page.getByText('Emily Wang is now in CSL 1.').waitFor()
  expect(await balance(family)).toBe(before + more)
  expect(await lantern.mail('parent@lakeside.example', 'moved from')).toContain('CSL 1')

  const dark = await sitAs('parent@lakeside.example', { width: 'phone', dark: true })
  await dark.page.goto('/student')
  await dark.page.getByRole('button', { name: /^Leave this class: CSL 1/ }).click()
  await sheet(dark.page).getByText('Your refund').waitFor()
  await inspect(dark, 'leaving-sheet-dark')
})

test('the office has a student only sit in: what is shown is what moves, and the way back is offered', async () => {
  // The demo says so later in the term.
  await lantern.sql(`update school.sections set audit_cents = 9000 where name = 'Calligraphy'`)
  const [place] = await lantern.sql<{ enrolment: string; student: string; family: string }>(
    `select e.id as enrolment, e.student_id as student, h.name as family from school.enrolments e join school.sections x on x.id = e.section_id
       join school.students s on s.id = e.student_id join school.households h on h.id = s.household_id
       join school.terms t on t.id = x.term_id
     where x.name = 'Calligraphy' and t.status = 'active' and e.status = 'active' and e.type = 'regular' order by e.id limit 1`,
  )
  const { enrolment, student, family: household } = place!
  const office = await sitAs('office@lakeside.example')
  const { page } = office
  await page.goto(`/adminstudent?id=${student}`)
  await sheet(page).getByRole('button', { name: 'Audit: Calligraphy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Audit Calligraphy without grades' })
  await dialog.getByText('Audit, Calligraphy').waitFor()
  await inspect(office, 'leaving-sit-in')
  const button = dialog.getByRole('button', { name: /^Change(,| and) / })
  const text = await button.innerText()
  const cents = Math.round(Number(/\$([\d.]+)/.exec(text)![1]) * 100)
  const before = await balance(household)
  await button.click()
  await page.getByText(/ now audits Calligraphy, without grades\.$/).waitFor()
  expect(await balance(household)).toBe(before + (text.includes('more') ? cents : -cents))
  expect(await lantern.sql(`select type from school.enrolments where id = $1`, [enrolment])).toEqual([
    { type: 'audit' },
  ])
  // The panel offers the way back at once.
  await sheet(page).getByRole('button', { name: 'Enroll for grades: Calligraphy' }).waitFor()
})
