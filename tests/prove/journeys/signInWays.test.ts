import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inspectBoth, isIn, linkIn, openSchool, type Seat } from '#tests/journeys/lantern.ts'

const { lantern, sit, sitAs } = openSchool()

const password = 'lakeside-demo'
const parent = 'parent@lakeside.example'

/** Adds a simulated built-in fingerprint reader (a virtual authenticator of Chromium). */
const withReader = async ({ context, page }: Seat): Promise<{ reader: CDPSession; id: string }> => {
  // A browser asks for a fingerprint only on the page in the foreground.
  await page.bringToFront()
  const reader = await context.newCDPSession(page)
  await reader.send('WebAuthn.enable')
  const { authenticatorId: id } = await reader.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { reader, id }
}
const makeOld = (email: string) =>
  lantern.sql(
    `update school.sign_ins set auth_time = auth_time - interval '10 minutes'
      where account_id = (select id from school.accounts where email = $1)`,
    [email],
  )
const signOut = async (page: Page, out: string, back: string) => {
  await page.getByRole('button', { name: out, exact: true }).last().click()
  await page.getByRole('banner').getByRole('link', { name: back, exact: true }).waitFor()
}
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

describe('passkeys', () => {
  test('are added after signing in again, renamed, used and removed, with an email when added or removed', async () => {
    const seat = await sitAs('parent', { width: 'phone' })
    const { page } = seat
    await withReader(seat)
    await makeOld(parent)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Your password').fill(password)
    await again.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Your passkey is ready').waitFor()
    await page.getByText('not used yet').waitFor()
    expect(await lantern.mail(parent, 'new passkey')).toContain('Chrome on Linux')
    await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('The family phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The family phone').waitFor()
    await inspectBoth(seat, 'signin-passkeys')

    // The device already has a passkey, and the page says so.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device already has a passkey for your account.').waitFor()

    await signOut(page, 'Sign out', 'Sign in')
    await page.goto('/login')
    await byPasskey(page).click()
    await isIn(page)

    await makeOld(parent)
    await page.goto('/account')
    await page
      .getByText(/last used/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Remove The family phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    // The passkey can also be used to confirm their identity.
    await again.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('Passkey removed').waitFor()
    expect(await lantern.mail(parent, 'can no longer sign in')).toContain('The family phone')

    await signOut(page, 'Sign out', 'Sign in')
    await page.goto('/login')
    await byPasskey(page).click()
    await page.getByText('This passkey no longer works here').waitFor()
    await inspectBoth(seat, 'signin-passkey-unknown')
  })

  test('sign in a teacher with two-step sign-in without asking for a code', async () => {
    const seat = await sitAs('teacher', { width: 'phone', language: 'zh' })
    const { page } = seat
    await withReader(seat)
    await page.goto('/account')
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await page.getByText('通行密钥已添加').waitFor()
    await inspectBoth(seat, 'signin-passkeys-zh')
    await lantern.sql(
      `insert into school.second_factors (id, account_id, sealed, enrolled_at, last_step)
         select gen_random_uuid(), id, 'nobody opens this', now(), 0 from school.accounts where email = 'teacher@lakeside.example'`,
    )
    await signOut(page, '退出登录', '登录')
    await page.goto('/login')
    await inspectBoth(seat, 'signin-ways-zh')
    await page.getByRole('button', { name: '使用通行密钥登录' }).click()
    await isIn(page)
  })

  test('that aren’t unlocked leave the sign-in page as it was', async () => {
    const seat = await sit({ width: 'phone' })
    const { page } = seat
    const { reader, id } = await withReader(seat)
    await page.goto('/login')
    await inspectBoth(seat, 'signin-ways')
    await reader.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
    await byPasskey(page).click()
    await expect.poll(() => byPasskey(page).isEnabled()).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})

describe('a sign-in link', () => {
  const ask = async (page: Page, email: string) => {
    await page.getByRole('button', { name: 'Get a sign-in link by email' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`If ${email} can sign in here`).waitFor()
  }

  test('signs in once, on the device that asked for it, and leads to the page wanted', async () => {
    const seat = await sit({ width: 'phone' })
    const { page } = seat
    await page.goto('/login?next=%2Fstudent')
    await ask(page, parent)
    await inspectBoth(seat, 'signin-link-sent')
    const link = linkIn(await lantern.mail(parent, 'mode=signIn'))
    await page.goto(link)
    await page.getByText(`You’re about to sign in as ${parent}.`).waitFor()
    await inspectBoth(seat, 'signin-link')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(url => url.pathname === '/student')
    // Opened again by someone who is still in, it says so and leads on.
    await page.goto(link)
    await page.getByText(`You’re already signed in as ${parent}.`).waitFor()
    await inspectBoth(seat, 'signin-link-again')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(url => url.pathname === '/student')
    // The link works only once.
    const other = await sit({ width: 'phone', language: 'zh' })
    await other.page.goto(link.replace('lang=en', 'lang=zh'))
    await other.page.getByRole('textbox', { name: '邮箱' }).fill(parent)
    await other.page.getByRole('button', { name: '登录', exact: true }).click()
    await other.page.getByRole('alert').waitFor()
    await inspectBoth(other, 'signin-link-used-zh')
  })

  test('asks for the address on another device, and refuses a wrong one', async () => {
    const { page: asking } = await sit({ width: 'desktop' })
    const email = 'somebody.new@families.example'
    await asking.goto('/login')
    await ask(asking, email)
    const { page } = await sit({ width: 'phone' })
    await page.goto(linkIn(await lantern.mail(email, 'mode=signIn')))
    const address = page.getByRole('textbox', { name: 'Email' })
    await address.fill('somebody.else@families.example')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This link was sent to another address.').waitFor()
    await address.fill(email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn(page)
  })
})
