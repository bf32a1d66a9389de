import type { Page } from 'playwright-core'
import { type Lantern, linkIn, picture } from './lantern.ts'

export const password = 'a good password'

const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()

const born = async (page: Page, at: number, date: string) => {
  const [year, month, day] = date.split('-')
  const group = page.getByRole('group', { name: 'Date of birth' }).nth(at)
  await group.getByLabel('Day').fill(String(Number(day)))
  await group.getByLabel('Month').fill(String(Number(month)))
  await group.getByLabel('Year').fill(year!)
}

/**
 * From the catalogue to a verified account: the link in the email is opened, and the waiting page continues
 * automatically.
 */
export const makeAccount = async (page: Page, lantern: Lantern, name: string, email: string): Promise<void> => {
  await page.goto('/classes')
  await page.getByRole('link', { name: 'Register' }).first().click()
  await page.waitForURL(/\/register/)
  await page.getByLabel('Your full name').fill(name)
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Use at least 6 characters').first().waitFor()
  await picture(page, 'signin-register-refused')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: /^(?:Check your inbox|One more step)$/ }).waitFor()
  await picture(page, 'signin-inbox')
  const link = linkIn(await lantern.mail(email, 'verifyEmail'))
  const mail = await page.context().newPage()
  await mail.goto(link)
  await mail.getByRole('button', { name: 'Verify my address' }).waitFor()
  await picture(mail, 'signin-verify')
  await mail.getByRole('button', { name: 'Verify my address' }).click()
  await mail.getByText('Your email address is verified.').waitFor()
  await picture(mail, 'signin-verified')
  await mail.close()
  await page.waitForURL(/\/registration(\?|$)/, { timeout: 30_000 })
}

export type Family = { me: string; other: string; children: { name: string; nativeName: string; birthOn: string }[] }

/**
 * Fills in the family part of the registration, with a reload in the middle, after which the typed values are still
 * there.
 */
export const describeFamily = async (
  page: Page,
  family: Family,
  look: (name: string) => Promise<void>,
): Promise<void> => {
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  await page.getByLabel('Your full name').fill(family.me)
  await page.getByLabel('You are the child’s').selectOption({ label: 'Mother' })
  await page.getByLabel('Phone').fill('+1 585 555 0100')
  await page.getByLabel(/^Home address/).fill('1 Lake Road')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  if ((await page.getByLabel('Phone').inputValue()) !== '+1 585 555 0100') throw new Error('the draft was lost')
  await look('registration-you')
  await next(page)

  await page.getByRole('button', { name: 'Add a guardian' }).click()
  await page.getByLabel('Full name').fill(family.other)
  await page.getByLabel('They are the child’s').selectOption({ label: 'Father' })
  await next(page)

  await page.getByRole('heading', { name: 'Your children' }).waitFor()
  for (const [index, child] of family.children.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add another child' }).click()
    await page.getByLabel('Full name').nth(index).fill(child.name)
    await page
      .getByLabel(/^Name in Chinese/)
      .nth(index)
      .fill(child.nativeName)
    await born(page, index, child.birthOn)
  }
  // A birthday in the future is refused.
  await born(page, 1, '2090-01-01')
  await next(page)
  await page.getByText('The date of birth can’t be after today.').first().waitFor()
  await born(page, 1, family.children[1]!.birthOn)
  await look('registration-children')
  await next(page)

  await page.getByRole('heading', { name: 'Health' }).waitFor()
  const health = page.getByRole('group', { name: /health teachers should know/ })
  await health.nth(0).getByLabel('Yes').check()
  await page.getByLabel(/^Allergies/).fill('Peanuts: hives. Pen in the bag.')
  await health.nth(1).getByLabel('No, nothing').check()
  await next(page)

  await page.getByRole('heading', { name: 'Emergency contacts' }).waitFor()
  await page.getByLabel('Full name').fill('Grandma')
  await page.getByLabel('Phone').fill('+1 585 555 0199')
  await next(page)

  await page.getByRole('heading', { name: 'What you agree to' }).waitFor()
  await page.getByLabel('Only within the school').check()
  await page.getByLabel(/In an emergency, the school may call/).check()
  await page.getByLabel(/I have read and accept the school/).check()
  // A school may have yes-or-no policies of its own.
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all()) await no.check()
  await page.getByLabel('Sign with your full name').fill(family.me)
  await look('registration-consents')
  await next(page)
  await page.waitForURL(/\/registration2/)
}

/** Chooses both classes for each child. The second class has one seat, so one child is waitlisted there. */
export const chooseClasses = async (
  page: Page,
  family: Family,
  look: (name: string) => Promise<void>,
): Promise<void> => {
  for (const { name } of family.children) {
    const section = page.getByRole('region', { name, exact: true })
    await section.locator('label', { hasText: 'Readers A' }).click()
    await section.locator('label', { hasText: 'Readers B' }).click()
  }
  await page.getByText(/joins the waitlist/).waitFor()
  await page
    .getByText(/sibling discount/)
    .first()
    .waitFor()
  await look('registration2-classes')
  await page.reload()
  await page.getByText(/joins the waitlist/).waitFor()
  await next(page)
  await page.getByRole('heading', { name: 'Check and send' }).waitFor()
  await look('registration2-summary')
  await page.getByRole('button', { name: 'Send registration' }).click()
  await page.getByRole('heading', { name: 'Your registration is in' }).waitFor()
  await look('registration2-done')
}
