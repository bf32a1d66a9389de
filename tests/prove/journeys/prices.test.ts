import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { plannedSchool, registrar } from '#tests/plannedSchool.ts'
import { describeFamily, makeAccount } from '#tests/journeys/family.ts'
import { inspectBoth, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { switchOn } from '#tests/journeys/office.ts'
import { signIn } from '#tests/journeys/session.ts'

const family = {
  me: 'Ana Wang',
  other: 'Ben Wang',
  children: [
    { name: 'Mia Wang', nativeName: '王美雅', birthOn: '2017-03-01' },
    { name: 'Leo Wang', nativeName: '王乐', birthOn: '2019-05-01' },
  ],
}
const email = 'ana@prices.example'

const { lantern, sit } = openSchool({ isDemo: false, filled: plannedSchool })
let office: Seat
let parent: Seat
beforeAll(async () => {
  office = await sit()
  parent = await sit({ width: 'phone' })
})

const choose = (page: Page, child: string, section: string) =>
  page.getByRole('region', { name: child, exact: true }).locator('label', { hasText: section }).click()

const applyCode = async (page: Page, code: string): Promise<void> => {
  const field = page.getByLabel('Code', { exact: true })
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Have a code?' }).click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

/** Continues to the summary, and answers what must be answered again on the way. */
const toSummary = async (page: Page): Promise<void> => {
  const title = () => page.locator('h1').first().textContent()
  for (let step = 0; step < 10; step += 1) {
    const before = await title()
    if (before === 'Check and send') return
    if (before === 'Health')
      for (const each of await page.getByRole('group', { name: /health teachers should know/ }).all())
        if (!(await each.getByLabel('Yes').isChecked())) await each.getByLabel('No, nothing').check()
    if (before === 'What you agree to') {
      await page.getByLabel('Only within the school').check()
      await page.getByLabel(/In an emergency, the school may call/).check()
      await page.getByLabel(/I have read and accept the school/).check()
      await page.getByLabel('Sign with your full name').fill(family.me)
    }
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect.poll(title, { timeout: 15_000, message: `beyond ${before}` }).not.toBe(before)
  }
}

/** Submits the cart. Returns the total that was shown and the total of the invoice. */
const send = async (page: Page): Promise<{ shown: string | null; invoiced: string }> => {
  await toSummary(page)
  const shown = await page.locator('[data-total]').textContent()
  await page.getByRole('button', { name: 'Send registration' }).click()
  await page.getByRole('heading', { name: 'Your registration is in' }).waitFor()
  const [newest] = await lantern.sql<{ total: number }>(
    'select total_cents::int as total from school.invoices order by created_at desc limit 1',
  )
  return { shown, invoiced: `$${(newest!.total / 100).toFixed(2)}` }
}

describe('a price shows the rules behind it', () => {
  test('the office creates a promo code', async () => {
    const { page } = office
    await signIn(page, registrar.email, registrar.password)
    await switchOn(page, 'Promo codes')
    await page.goto('/adminconfig?subMenu=codes')
    await page.getByRole('button', { name: 'New code' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Code', { exact: true }).fill('spring10')
    await form.getByRole('button', { name: 'Create code' }).click()
    await form.getByText('Enter 0 to 100.').first().waitFor()
    await form.getByRole('textbox', { name: 'Percent' }).fill('10')
    await form.getByLabel('Uses per family').fill('')
    await form.getByRole('button', { name: 'Create code' }).click()
    await form.waitFor({ state: 'hidden' })
    await page
      .getByRole('row', { name: /SPRING10/ })
      .getByText('Active')
      .waitFor()
    await inspectBoth(office, 'prices-codes')
  })

  test('a new family with two children uses it on a phone, and the invoice matches the cart', async () => {
    const { page } = parent
    await makeAccount(page, lantern, family.me, email)
    await describeFamily(page, family, async () => {})
    for (const { name } of family.children) await choose(page, name, 'Readers A')
    await page.getByText('10% off $100.00, sibling discount').waitFor()
    await applyCode(page, 'spring 99')
    await page.getByText('There is no code SPRING 99. Check the spelling.').waitFor()
    await applyCode(page, 'spring10')
    await page.getByText('SPRING10 applied.').waitFor()
    await page.getByText('Code SPRING10, 10% off $90.00').waitFor()
    await inspectBoth(parent, 'prices-cart-code')
    // Mia: 100 less 10%. Leo: 100 less 10% as a sibling, and 10% of the rest. Books twice, and the fee.
    expect(await send(page)).toEqual({ shown: '$231.00', invoiced: '$231.00' })
  })

  test('the office awards the younger child a scholarship', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=scholarships')
    await page.getByRole('button', { name: 'Award a scholarship' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('searchbox').fill('Leo')
    await form.getByRole('button', { name: /Leo Wang/ }).click()
    await form.getByRole('textbox', { name: 'Percent' }).fill('50')
    await form.getByLabel('Reason').fill('Father out of work')
    await form.getByRole('button', { name: 'Award scholarship' }).click()
    await form.waitFor({ state: 'hidden' })
    await page
      .getByRole('row', { name: /Leo Wang/ })
      .getByText('Father out of work')
      .waitFor()
    await inspectBoth(office, 'prices-scholarships')
    await page.goto('/adminconfig?subMenu=fees')
    // With the keyboard: focus moves along with the item.
    await page.getByRole('button', { name: 'Move Promo codes up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Promo codes is now number 6 of 7.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await inspectBoth(office, 'prices-fees')
  })

  test('the family returns, sees three rules on one line in cart and account, and the invoice matches', async () => {
    const { page } = parent
    await page.goto('/registration')
    await page.getByRole('heading', { name: 'Is this still right?' }).waitFor()
    const healthy = page.getByRole('checkbox', { name: 'This is still right for all' })
    if (await healthy.isVisible()) await healthy.check()
    await page.getByRole('button', { name: /^All correct/ }).click()
    await page.getByRole('heading', { name: 'Choose classes' }).waitFor()
    await choose(page, 'Leo Wang', 'Readers B')
    await applyCode(page, 'SPRING10')
    const rules = ['10% off $100.00, sibling discount', 'Scholarship, 50% off $90.00', 'Code SPRING10, 10% off $45.00']
    for (const rule of rules) await page.getByText(rule).waitFor()
    await inspectBoth(parent, 'prices-cart-scholarship')
    expect(await send(page)).toEqual({ shown: '$50.50', invoiced: '$50.50' })
    await page.goto('/paymenthistory')
    for (const rule of rules) await page.getByText(rule).first().waitFor()
    expect(await page.getByText('Father out of work').count()).toBe(0)
    await inspectBoth(parent, 'prices-paymenthistory')
    await office.page.goto('/adminconfig?subMenu=codes')
    await office.page
      .getByRole('row', { name: /SPRING10/ })
      .getByText('$23.50 in total')
      .waitFor()
    expect([...office.problems, ...parent.problems]).toEqual([])
  })
})
