import Fastify from 'fastify'
import { decodeJwt } from 'jose'
import type { Page, Request } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { linkIn, openSchool } from '#tests/journeys/lantern.ts'

// A school with default settings: anyone who signs up or signs in needs an attestation, which the page gets
// automatically.
const { lantern, sit } = openSchool({ env: { APP_CHECK: 'enforce' } })

const attestation = (request: Request) => request.headers()['x-firebase-appcheck']

/** The requests that the page sends, and the workers it starts. */
const watched = (page: Page) => {
  const asked: Request[] = []
  const workers: string[] = []
  page.on('request', request => asked.push(request))
  page.on('worker', worker => workers.push(new URL(worker.url()).pathname))
  return { workers, to: (path: string) => asked.filter(request => new URL(request.url()).pathname.includes(path)) }
}

const fillIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Your full name').fill('Ana Wang')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Create account' }).click()
}

describe('with enforcement and the strict content security policy', () => {
  test('a visitor who only reads is not asked for a proof', async () => {
    const { page } = await sit({ isStrict: true })
    const seen = watched(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(seen.to('/v1/attest')).toEqual([])
    expect(seen.workers).toEqual([])
  })

  test('a guest signs up, confirms the address and signs in again, with proofs from the worker', async () => {
    const { page, problems } = await sit({ isStrict: true })
    const seen = watched(page)
    await page.goto('/register')
    await fillIn(page, 'ana@attested.example')
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    expect(seen.workers[0]).toMatch(/^\/assets\/proofWorker-/)
    const [signUp] = seen.to('accounts:signUp')
    expect(attestation(signUp!)?.split('.')).toHaveLength(3)
    expect(seen.to('accounts:sendOobCode').map(attestation)).toEqual([attestation(signUp!)])

    await page.goto(linkIn(await lantern.mail('ana@attested.example', 'verifyEmail')))
    await page.getByRole('button', { name: 'Verify my address' }).click()
    await page.getByText('Your email address is verified.').waitFor()

    const other = await sit({ isStrict: true })
    const there = watched(other.page)
    await other.page.goto('/login')
    await other.page.getByLabel('Email').fill('ana@attested.example')
    await other.page.getByLabel('Password', { exact: true }).fill('a good password')
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.waitForURL(url => url.pathname !== '/login')
    expect(there.to('accounts:signInWithPassword')).toHaveLength(1)
    // Once signed in, pages wait for no further attestation.
    expect(there.to('/v1/attest/challenge')).toHaveLength(1)
    expect([...problems, ...other.problems]).toEqual([])
  })

  test('the request for a sign-in link carries a proof', async () => {
    const { page, problems } = await sit({ isStrict: true })
    const seen = watched(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Get a sign-in link by email' }).click()
    await page.getByLabel('Email').fill('ana@attested.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
    expect(linkIn(await lantern.mail('ana@attested.example', 'mode=signIn'))).toContain('mode=signIn')
    expect(attestation(seen.to('accounts:sendOobCode')[0]!)?.split('.')).toHaveLength(3)
    expect(problems).toEqual([])
  })

  test('a second account in the same browser gets its own proof', async () => {
    const { page } = await sit({ isStrict: true })
    const seen = watched(page)
    await page.goto('/register')
    await fillIn(page, 'ana@attested.example')
    await page
      .getByText(/already an account/i)
      .first()
      .waitFor()
    await page.getByLabel('Email').fill('bea@attested.example')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    const tokens = seen.to('accounts:signUp').map(attestation)
    expect(tokens).toHaveLength(3)
    // The first attempt used the token up, the second was refused because of that, and the third had a new one.
    expect(tokens[1]).toBe(tokens[0])
    expect(tokens[2]).not.toBe(tokens[0])
  })

  test('without the worker, the page says what to do', async () => {
    const { page } = await sit({ isStrict: true })
    await page.route('**/proofWorker-*', route => route.abort())
    await page.goto('/login')
    await page.getByLabel('Email').fill('parent@lakeside.example')
    await page.getByLabel('Password', { exact: true }).fill('lakeside-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Your browser didn’t pass a security check. Reload the page and try again.').waitFor()
  })

  test('the proof also works on plain HTTP, where browsers offer no cryptography', async () => {
    const { page } = await sit({ isStrict: true })
    // Another host name of the same school, which the browser does not treat as a secure context.
    const plain = 'http://school.lan'
    await page.context().route(`${plain}/**`, async route => {
      const { pathname, search } = new URL(route.request().url())
      // This request never ends, so it can't be fetched.
      if (pathname === '/live') return route.abort()
      await route.fulfill({ response: await route.fetch({ url: `${lantern.origin}${pathname}${search}` }) })
    })
    const seen = watched(page)
    await page.goto(`${plain}/login`)
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await page.getByLabel('Email').fill('parent@lakeside.example')
    await page.getByLabel('Password', { exact: true }).fill('lakeside-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(url => url.pathname !== '/login', { timeout: 60_000 })
    expect(attestation(seen.to('accounts:signInWithPassword')[0]!)?.split('.')).toHaveLength(3)
  })
})

/**
 * Turnstile as a page and a server see it: its script, with a widget that accepts everyone, and its verification of
 * tokens.
 */
const turnstile = Fastify()
turnstile.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(String(body)))),
)
turnstile.get('/turnstile/v0/api.js', async (_request, reply) =>
  reply.type('text/javascript').header('cross-origin-resource-policy', 'cross-origin')
    .send(`window.turnstile = { remove() {}, render(place, { sitekey, callback }) {
      setTimeout(() => callback('passed ' + sitekey)); return 'widget' } }`),
)
turnstile.post('/turnstile/v0/siteverify', async request => {
  const { secret, response } = request.body as Record<string, string>
  return { success: secret === 'widget secret' && response === 'passed our-site' }
})
const turnstileUrl = await turnstile.listen({ port: 0, host: '127.0.0.1' })

describe('with Turnstile instead of the proof of work', () => {
  afterAll(() => turnstile.close())
  const guarded = openSchool({
    env: {
      APP_CHECK: 'enforce',
      TURNSTILE_URL: turnstileUrl,
      TURNSTILE_SITE_KEY: 'our-site',
      TURNSTILE_SECRET: 'widget secret',
    },
  })
  test('a parent signs in once the widget lets them pass, and no worker starts', async () => {
    const { page, problems } = await guarded.sit({ isStrict: true })
    const seen = watched(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill('parent@lakeside.example')
    await page.getByLabel('Password', { exact: true }).fill('lakeside-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(url => url.pathname !== '/login')
    const [signIn] = seen.to('accounts:signInWithPassword')
    expect(decodeJwt(attestation(signIn!)!)['amr']).toEqual(['turnstile'])
    expect(seen.workers).toEqual([])
    expect(problems).toEqual([])
  })
})
