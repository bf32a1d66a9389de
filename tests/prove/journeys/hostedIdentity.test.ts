import { afterAll, expect, test } from 'vitest'
import { openHostedIdentity } from '#tests/hostedIdentity.ts'
import { isIn, openSchool, picture } from '#tests/journeys/lantern.ts'

const service = await openHostedIdentity('lakeside-school')
afterAll(() => service.close())
const { lantern, sit } = openSchool({
  env: {
    IDENTITY_HOSTED_PROJECT: service.project,
    IDENTITY_HOSTED_KEY: 'key-for-browsers',
    IDENTITY_HOSTED_KEYS_URL: service.keysUrl,
  },
})

test('with settings alone, browsers sign in at a hosted service, and the school assigns the roles', async () => {
  service.people.push({
    uid: 'hosted-parent',
    email: 'parent@lakeside.example',
    isVerified: true,
    name: 'Parent',
    password: 'kept at the service',
  })
  const { page, context } = await sit({ width: 'phone' })
  await context.route(/^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//, route => service.answer(route))
  const own: string[] = []
  page.on('request', request => {
    if (request.url().startsWith(lantern.origin) && request.url().includes('googleapis.com')) own.push(request.url())
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('parent@lakeside.example')
  await page.getByLabel('Password', { exact: true }).fill('kept at the service')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isIn(page)
  // The school assigns the role; the token of the service contains none.
  await page.goto('/student')
  await page.getByRole('heading', { name: 'Emily Wang' }).first().waitFor()
  expect(await page.evaluate(`localStorage.getItem('isAdmin')`)).toBe('parent')
  await page.goto('/account')
  await page.getByText('This device').waitFor()
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  await picture(page, 'signin-hosted-account')
  expect(own).toEqual([])
  const policy = (await fetch(lantern.origin)).headers.get('content-security-policy')
  expect(policy).toContain(
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
  )
})
