import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inspectBoth, isIn, openSchool, type Seat, settled } from '#tests/journeys/lantern.ts'

const { lantern, sit, sitAs } = openSchool()

const password = 'lakeside-demo'
const parent = 'parent@lakeside.example'
const teacher = 'teacher@lakeside.example'

/** Ends all sessions of an account, as "sign out everywhere else" on another device does. */
const endSessions = (email: string) =>
  lantern.sql(
    `update school.sign_ins s set revoked_at = now() from school.accounts a
      where a.id = s.account_id and a.email = $1 and s.revoked_at is null`,
    [email],
  )
const noteOf = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Note/ })
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

/** A parent who is writing an absence report when their session ends. */
const interrupted = async (seat: Seat, note: string): Promise<void> => {
  const { page } = seat
  await page.goto('/student?edit=absence')
  await page.getByRole('dialog').getByLabel('Sick', { exact: true }).check()
  await noteOf(page).fill(note)
  // Reads that are still in progress when the session ends wait for the next sign-in.
  await settled(page)
  await endSessions(parent)
  await page.getByRole('button', { name: 'Report absence' }).click()
  await again(page).waitFor()
}

describe('a session that ends while someone is writing', () => {
  test('asks to sign in again over the page, and then sends what was written', async () => {
    const seat = await sitAs('parent', { width: 'phone' })
    const { page } = seat
    await interrupted(seat, 'A fever since last night')
    await again(page).getByText(parent).waitFor()
    await inspectBoth(seat, 'signin-ended')
    await again(page).getByLabel('Your password').fill('not this one')
    await again(page).getByRole('button', { name: 'Continue' }).click()
    await again(page).getByText('The password is wrong').waitFor()
    await again(page).getByLabel('Your password').fill(password)
    await again(page).getByRole('button', { name: 'Continue' }).click()
    await again(page).waitFor({ state: 'detached' })
    await noteOf(page).waitFor({ state: 'detached' })
    await page.getByText('A fever since last night').waitFor()
    expect(new URL(page.url()).pathname).toBe('/student')
    const [kept] = await lantern.sql(`select 1 from school.absence_notices where note = 'A fever since last night'`)
    expect(kept).toBeTruthy()
  })

  test('keeps the form when the question is closed, and asks again when it is sent', async () => {
    const seat = await sitAs('parent', { width: 'phone', language: 'zh', dark: true })
    const { page } = seat
    await page.goto('/student?edit=absence')
    const form = page.getByRole('dialog').filter({ has: page.locator('textarea') })
    await form.getByLabel('生病', { exact: true }).check()
    await form.locator('textarea').fill('第二次')
    await settled(page)
    await endSessions(parent)
    await form.locator('button[type="submit"]').click()
    const asked = page.getByRole('dialog', { name: '请再登录一次' })
    await asked.waitFor()
    await inspectBoth(seat, 'signin-ended-zh')
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    expect(await form.locator('textarea').inputValue()).toBe('第二次')
    await form.getByRole('alert').first().waitFor()
    await form.locator('button[type="submit"]').click()
    await asked.getByLabel('您的密码').fill(password)
    await asked.getByRole('button', { name: '继续' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('第二次').waitFor()
  })

  test('lets another person start afresh, on their own pages', async () => {
    const { page } = await sitAs('parent')
    await interrupted({ page } as Seat, 'Nobody else may read this')
    await again(page).getByRole('button', { name: 'Use another account' }).click()
    await page.waitForURL(url => url.pathname === '/login')
    await page.getByLabel('Email').fill(teacher)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('Nobody else may read this').count()).toBe(0)
    expect(await lantern.sql(`select 1 from school.absence_notices where note = 'Nobody else may read this'`)).toEqual(
      [],
    )
  })

  test('gives way to another person who signs in in another tab', async () => {
    const seat = await sitAs('parent')
    const { page, context } = seat
    await interrupted(seat, 'Left behind')
    const other = await context.newPage()
    await other.goto('/login')
    await other.getByLabel('Email').fill(teacher)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn(other)
    await isIn(page)
    expect(await page.getByText('Left behind').count()).toBe(0)
  })

  test('continues once the same person signs in in another tab', async () => {
    const seat = await sitAs('parent')
    const { page, context } = seat
    await interrupted(seat, 'Written in the first tab')
    const other = await context.newPage()
    await other.goto('/login')
    await other.getByLabel('Email').fill(parent)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn(other)
    await again(page).waitFor({ state: 'detached' })
    await noteOf(page).waitFor({ state: 'detached' })
    await page.getByText('Written in the first tab').waitFor()
  })
})

test('signing out everywhere else reaches a device with its account page open at once', async () => {
  const far = await sitAs('parent')
  await far.page.goto('/account')
  const { page } = await sitAs('parent', { width: 'phone' })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out on that device').waitFor()
  await again(far.page).waitFor()
  expect(await page.getByText('This device').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Sign out device' }).count()).toBe(0)
})

test('signing out in one tab signs out all, and the link to sign in leads back to the same page', async () => {
  const { page, context } = await sitAs('parent')
  await page.goto('/student')
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Sign out', exact: true }).last().click()
  await other.waitForURL(url => url.pathname === '/')
  await page.waitForURL(url => url.pathname === '/')
  expect(await again(page).count()).toBe(0)
  const back = page.getByRole('alert').getByRole('link', { name: 'Sign in' })
  expect(await back.getAttribute('href')).toMatch(/^\/login\?next=%2Fstudent/)
  const fresh = await sit()
  await fresh.page.goto('/student')
  expect(await fresh.page.getByRole('alert').getByRole('link', { name: 'Sign in' }).getAttribute('href')).toMatch(
    /^\/login\?next=%2Fstudent/,
  )
})
