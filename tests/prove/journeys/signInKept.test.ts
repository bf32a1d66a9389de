import type { Page, Response } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openSchool, type Seat } from '#tests/journeys/lantern.ts'
import { expire, signIn } from '#tests/journeys/session.ts'

const { lantern, sit, sitAs } = openSchool()

const parent = 'parent@lakeside.example'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const isIn = (page: Page) => page.evaluate(`localStorage.getItem('user_email')`)

const refreshesOf = ({ context }: Seat): Response[] => {
  const seen: Response[] = []
  context.on('response', response => {
    if (response.url().includes('/securetoken.googleapis.com/v1/token')) seen.push(response)
  })
  return seen
}

test('two tabs that renew their token at the same time both stay signed in', async () => {
  const seat = await sitAs('parent')
  const { page, context } = seat
  await page.goto('/student')
  const other = await context.newPage()
  await other.goto('/student')
  const refreshes = refreshesOf(seat)
  for (let round = 1; round <= 3; round += 1) {
    expect(await expire(page)).toBe(1)
    await Promise.all([page.reload(), other.reload()])
    for (const tab of [page, other]) {
      await title(tab).waitFor()
      expect(new URL(tab.url()).pathname).toBe('/student')
      expect(await isIn(tab)).toBe(parent)
    }
  }
  expect(refreshes.length).toBeGreaterThanOrEqual(3)
  expect(refreshes.map(response => response.status())).toEqual(refreshes.map(() => 200))
})

describe('an outage while a page loads signs nobody out', () => {
  const outage = { status: 503, json: { error: { code: 503, message: 'NETWORK_REQUEST_FAILED' } } }

  test.each([
    ['answers that it is not well', '**/accounts:lookup*', false],
    ['does not answer at all', '**/accounts:lookup*', true],
    ['can’t renew the token', '**/securetoken.googleapis.com/**', false],
  ])('the school %s', async (_, url, isGone) => {
    const { page, context } = await sitAs('parent')
    await page.goto('/student')
    let asked = 0
    await context.route(url, async route => {
      asked += 1
      await (isGone ? route.abort() : route.fulfill(outage))
    })
    // Only an expired token makes the page send such a request.
    await expire(page)
    await page.reload()
    await expect.poll(() => asked).toBeGreaterThan(0)
    expect(new URL(page.url()).pathname).toBe('/student')
    expect(await isIn(page)).toBe(parent)
    await context.unroute(url)
    await page.reload()
    await title(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/student')
    expect(await isIn(page)).toBe(parent)
  })
})

test('a phone that can’t reach Google signs in without requests to it', async () => {
  const phone = await sit({
    width: 'phone',
    agent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
  })
  const elsewhere: string[] = []
  // Holds requests without ever answering, like a firewall that silently drops them.
  await phone.context.route(
    url => !url.href.startsWith(lantern.origin),
    route => void elsewhere.push(route.request().url()),
  )
  await signIn(phone.page, parent, 'lakeside-demo')
  await phone.page.goto('/student')
  await title(phone.page).waitFor()
  expect(await phone.page.evaluate('navigator.userAgent')).toContain('Mobile')
  expect(elsewhere).toEqual([])
  // Proves that requests really are held.
  await phone.page.evaluate(`void fetch('https://apis.google.com/js/api.js').catch(() => undefined)`)
  await expect.poll(() => elsewhere).toEqual(['https://apis.google.com/js/api.js'])
})

describe('the session cookie follows the sign-in', () => {
  const syncsOf = ({ context }: Seat) => {
    const seen: { method: string; bearer: boolean }[] = []
    context.on('request', request => {
      if (new URL(request.url()).pathname === '/__session')
        seen.push({
          method: request.method(),
          bearer: (request.headers()['authorization'] ?? '').startsWith('Bearer '),
        })
    })
    return seen
  }

  test('with one POST for each token and one DELETE at the end', async () => {
    const seat = await sitAs('parent')
    const { page, context } = seat
    const syncs = syncsOf(seat)
    await expire(page)
    await page.goto('/account')
    await expect.poll(() => syncs).toEqual([{ method: 'POST', bearer: true }])
    const [cookie] = (await context.cookies()).filter(({ name }) => name === '__session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    await expire(page)
    await page.reload()
    await expect.poll(() => syncs).toHaveLength(2)
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
    await page.waitForURL(url => url.pathname === '/')
    await expect.poll(() => syncs.slice(2)).toEqual([{ method: 'DELETE', bearer: false }])
    await expect
      .poll(async () => (await context.cookies()).filter(({ name, value }) => name === '__session' && value !== ''))
      .toEqual([])
  })

  test('never with a token older than five minutes', async () => {
    const seat = await sitAs('parent')
    const { page } = seat
    const syncs = syncsOf(seat)
    // When the server names no one, the identity client checks itself.
    await page.route('**/first?*', route => route.fulfill({ status: 204 }))
    await page.clock.setFixedTime(Date.now() + 301_000)
    await page.goto('/student')
    await title(page).waitFor()
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
    expect(syncs).toEqual([])
    await page.clock.setFixedTime(Date.now())
    await page.reload()
    await expect.poll(() => syncs).toEqual([{ method: 'POST', bearer: true }])
  })
})
