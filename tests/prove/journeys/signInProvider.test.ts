import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect, inspectBoth, isIn, openSchool, picture, type Seat } from '#tests/journeys/lantern.ts'
import { signInByForm } from '#tests/journeys/session.ts'
import { openProvider, type Provider } from '#tests/oidcProvider.ts'

const { lantern, sit } = openSchool()
let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider?.close())

describe('signing in through the school’s own provider', () => {
  let seat: Seat

  test('the office sets it up, and the test button says what it finds', async () => {
    seat = await sit({ width: 'desktop' })
    const { page } = seat
    await signInByForm(page, 'office@lakeside.example', 'lakeside-demo')
    await isIn(page)
    await page.goto('/adminconfig?subMenu=signin')
    await page.getByRole('button', { name: 'Another provider' }).click()
    expect(await page.getByLabel('Redirect address').inputValue()).toBe(`${lantern.origin}/auth/provider`)
    const issuer = page.getByLabel('Address of the provider (issuer)')
    const ask = () => page.getByRole('button', { name: 'Test', exact: true }).click()
    await issuer.fill(`${provider.issuer}/nothing`)
    await ask()
    await page.getByText('There is no provider at this address').waitFor()
    await issuer.fill('http://other.example')
    await ask()
    await page.getByText('Some fields').or(page.getByText('https')).first().waitFor()
    await issuer.fill(provider.issuer)
    await ask()
    await page.getByText('This works').waitFor()
    await page.getByLabel('Client ID').fill(provider.client.id)
    await page.getByLabel('Client secret').fill(provider.client.secret)
    await page.getByLabel('Button label', { exact: true }).fill('Sign in with Lakeside account')
    await inspect(seat, 'signin-provider')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await page.getByText('Provider saved.').waitFor()
    await page.getByRole('button', { name: 'Change Sign in with Lakeside account' }).click()
    await page.getByText('One is stored, ending in 5678').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    const [audited] = await lantern.sql<{ input: unknown }>(
      `select input from school.audit_entries where action = 'identity-changeProvider' order by at desc limit 1`,
    )
    expect(JSON.stringify(audited)).not.toContain(provider.client.secret)
  })

  test('Google and Microsoft need only a client, and can be added and removed beside it', async () => {
    const { page } = seat
    await page.getByRole('button', { name: 'Google', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Google' })
    await form.getByRole('button', { name: 'Save provider' }).click()
    await form.getByText(/^Client ID: /).waitFor()
    await form.getByLabel('Client ID').fill('lakeside.apps.googleusercontent.com')
    await form.getByLabel('Client secret').fill('of-google-1234')
    await form.getByRole('button', { name: 'Save provider' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Microsoft', exact: true }).click()
    const other = page.getByRole('dialog', { name: 'Microsoft' })
    await other.getByLabel('Client ID').fill('00000000-1111-4222-8333-444444444444')
    await other.getByLabel('Client secret').fill('of-microsoft-5678')
    await inspectBoth(seat, 'signin-provider-microsoft')
    await other.getByRole('button', { name: 'Save provider' }).click()
    await other.waitFor({ state: 'detached' })
    await inspectBoth(seat, 'signin-providers')
    await page.getByRole('button', { name: 'Remove Microsoft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Provider removed.').waitFor()
    const { page: guest } = await sit({ width: 'phone' })
    await guest.goto('/login')
    await guest.getByRole('button', { name: 'Continue with Google' }).waitFor()
    expect(await guest.getByRole('button', { name: 'Continue with Microsoft' }).count()).toBe(0)
  })

  const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Lakeside account' })

  test('a parent signs in with it to their existing account', async () => {
    const phone = await sit({ width: 'phone' })
    const { page } = phone
    provider.person = { sub: 'lakeside-1', email: 'parent@lakeside.example', email_verified: true, name: 'Somebody' }
    await page.goto('/login')
    await button(page).waitFor()
    await inspect(phone, 'signin-login')
    await button(page).click()
    await isIn(page)
    const [linked] = await lantern.sql<{ email: string }>(
      `select a.email from school.provider_links l join school.accounts a on a.id = l.account_id where l.subject = 'lakeside-1'`,
    )
    expect(linked?.email).toBe('parent@lakeside.example')
    expect(phone.problems).toEqual([])
  })

  test('an address that the provider has not verified is never linked', async () => {
    const { page } = await sit({ width: 'phone' })
    provider.person = { sub: 'lakeside-2', email: 'teacher@lakeside.example', email_verified: false }
    await page.goto('/login')
    await button(page).click()
    await page.getByText('The provider doesn’t confirm that the email address is yours').waitFor()
    await picture(page, 'signin-provider-unverified')
    expect(await lantern.sql(`select 1 from school.provider_links where subject = 'lakeside-2'`)).toEqual([])
  })

  test('someone who cancels at the provider is told so', async () => {
    const { page } = await sit({ width: 'phone' })
    provider.faults = { refuses: 'access_denied' }
    await page.goto('/login')
    await button(page).click()
    await page.getByText('You canceled signing in.').waitFor()
    await picture(page, 'signin-provider-cancelled')
    provider.faults = {}
  })

  /**
   * Redirects to a page of another origin that asks for a password and stays open. Everything else is answered by the
   * school.
   */
  const staying = async (page: Page) => {
    const asking = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Password?</h1>'),
    )
    await once(asking.listen(0, '127.0.0.1'), 'listening')
    await page.context().route('**/emulator/auth/handler?*', async route => {
      const answer = await route.fetch({ maxRedirects: 0 })
      const location = `http://127.0.0.1:${(asking.address() as AddressInfo).port}/`
      await route.fulfill({ response: answer, headers: { ...answer.headers(), location } })
    })
    return () => asking.close()
  }

  test('closing the provider’s window is reported, and not while it is open', async () => {
    const { page, problems } = await sit()
    const end = await staying(page)
    await page.goto('/login')
    await page.clock.install()
    const opened = page.waitForEvent('popup')
    await button(page).click()
    const popup = await opened
    await popup.getByText('Password?').waitFor()
    await page.clock.runFor(30_000)
    await page.getByText('Continue in the other window.').waitFor()
    await popup.close()
    await page.clock.runFor(2_000)
    await page.getByText('Continue in the other window.').waitFor()
    await page.clock.runFor(8_000)
    await page.getByText('The sign-in window was closed too early. Try again.').waitFor()
    expect(await button(page).isEnabled()).toBe(true)
    expect(problems).toEqual([])
    end()
  })

  test('a browser that blocks the window is told how to continue', async () => {
    const { page } = await sit()
    await page.addInitScript('window.open = () => null')
    await page.goto('/login')
    await button(page).click()
    await page.getByText('Your browser blocked the sign-in window. Allow it, then try again.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('at an address other than the school’s, the page says that signing in isn’t possible', async () => {
    const { page } = await sit()
    await page.goto(`${lantern.origin.replace('localhost', '127.0.0.1')}/login`)
    await button(page).click()
    await page.getByText('You can’t sign in from this address. Tell the school office.').waitFor()
  })
})
