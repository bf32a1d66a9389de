import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inspectBoth, type Seat, openSchool } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool()
let parent: Seat
const email = 'parent@lakeside.example'

beforeAll(async () => {
  parent = await sitAs(email, { width: 'phone' })
})

/** Makes everyone’s last sign-in ten minutes older. */
const waitLong = () => lantern.sql(`update school.sign_ins set auth_time = auth_time - interval '10 minutes'`)
const signInAgain = async (page: Page) => {
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Your password').fill('lakeside-demo')
  await again.getByRole('button', { name: 'Continue' }).click()
}

test('a parent downloads the family’s data after signing in again', async () => {
  const { page } = parent
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Your data and account' }).waitFor()
  await inspectBoth(parent, 'account-own-phone')
  await waitLong()
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  await signInAgain(page)
  const download = await begun
  expect(download.suggestedFilename()).toBe('my-data.zip')
  await page.getByRole('status').filter({ hasText: 'downloading my-data.zip' }).waitFor()
  const contents = unzipSync(readFileSync(await download.path()))
  const children = JSON.parse(Buffer.from(contents['json/children.json']!).toString('utf8')) as { name: string }[]
  expect(children.map(({ name }) => name)).toContain('Emily Wang')
  expect(Object.keys(contents)).toEqual(expect.arrayContaining(['README.txt', 'csv/payments.csv', 'csv/grades.csv']))
})

test('a parent closes their account, is told what follows and signed out everywhere, and the log shows it', async () => {
  const { page } = parent
  const elsewhere = await sitAs(email, { width: 'tablet' })
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByText('Children who are enrolled stay enrolled').waitFor()
  await dialog.getByText(/To withdraw a child, do it first on the child’s page, or ask the office: .*@/).waitFor()
  await inspectBoth(parent, 'account-close-phone')
  await waitLong()
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await signInAgain(page)
  await page.getByRole('status').filter({ hasText: 'Your account is closed.' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByText('You do not have access').count()).toBe(0)

  expect(await lantern.sql('select id from school.accounts where email = $1', [email])).toEqual([])
  expect(await lantern.mail(email, 'Children who are enrolled stay enrolled')).toContain(email)
  const status = await elsewhere.page.request.get('/files/my-data.zip')
  expect(status.status()).toBe(403)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('lakeside-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The email address or password is wrong.').waitFor()

  const office = await sitAs('office', { width: 'desktop' })
  await office.page.goto('/adminconfig?subMenu=audit')
  await office.page.getByRole('cell', { name: /own account closed/ }).waitFor()
})

test('no browser reports an unexpected error', () => {
  expect(seats.flatMap(({ problems }) => problems).filter(each => !/40[013]/.test(each))).toEqual([])
})
