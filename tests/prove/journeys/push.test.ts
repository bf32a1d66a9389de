import type { BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PushService, startPushService } from '#tests/pushService.ts'
import { inspectBoth, openSchool, type Seat } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool()
let service: PushService
let office: Seat
let parent: Seat

/**
 * The browser's side of a push subscription, with the push service of this machine, because the browser vendor's is out
 * of reach. A headless browser can't show notifications either, and reports them as forbidden.
 */
const stub = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  const kept = () => JSON.parse(localStorage.getItem('stub') ?? 'null')
  const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0)).buffer
  const shown = of => of && {
    endpoint: of.endpoint,
    options: { applicationServerKey: bytes(of.key) },
    getKey: name => bytes(name === 'p256dh' ? of.p256dh : of.secret),
    unsubscribe: async () => { localStorage.removeItem('stub'); return true },
  }
  PushManager.prototype.getSubscription = async () => shown(kept())
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const text = btoa(String.fromCharCode(...applicationServerKey))
    const key = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    localStorage.setItem('stub', JSON.stringify({ ...(await signUpHere(key)), key }))
    return shown(kept())
  }`
const signUpHere = async (context: BrowserContext) => {
  await context.exposeFunction('signUpHere', (schoolKey: string) => service.subscribe(schoolKey))
  await context.addInitScript({ content: stub })
}

const received = async (count: number): Promise<string> => {
  await expect.poll(() => service.received.length, { timeout: 40_000 }).toBe(count)
  return service.received.at(-1)!.text
}

/** Delivers a message that the push service received to the browser, as the vendor's service would. */
const deliver = async (page: Page, data: string) => {
  await (await workerOf(page)).evaluate(tray)
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: lantern.origin,
    registrationId: await registered,
    data,
  })
  await session.detach()
}
/** The service worker that gets the pushes. */
const workerOf = async (page: Page): Promise<Worker> => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  return page.context().serviceWorkers()[0]!
}
/** Replaces the system's notifications: keeps those that the worker shows until they are pressed. */
const tray = `
  self.tray ??= []
  self.registration.showNotification = async (title, { data }) => {
    const notification = { title, data, close: () => self.tray.splice(self.tray.indexOf(notification), 1) }
    self.tray.push(notification)
  }`
const shownTitles = async (page: Page): Promise<string[]> =>
  (await workerOf(page)).evaluate<string[]>('self.tray.map(({ title }) => title)')
/** Presses the notification whose title contains this text. */
const press = async (page: Page, words: string) =>
  (await workerOf(page)).evaluate(`(() => {
    const notification = self.tray.find(({ title }) => title.includes('${words}'))
    self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
  })()`)

beforeAll(async () => {
  service = await startPushService()
  office = await sitAs('office', { width: 'desktop' })
  parent = await sitAs('parent', { width: 'phone', offline: true })
  await parent.context.grantPermissions(['notifications'], { origin: lantern.origin })
  await signUpHere(parent.context)
})
afterAll(() => service?.close())

test('a parent turns notifications on, and a test appears on the device', async () => {
  const { page } = parent
  await page.goto('/account')
  await page.getByRole('button', { name: 'Turn on for this device' }).waitFor()
  await inspectBoth(parent, 'push-off')
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await page.getByText('On for this device', { exact: true }).waitFor()
  const asked = page.waitForRequest(/\/fn\/push-/)
  await page.getByRole('button', { name: 'Send a test' }).click()
  // The call names the device that makes it (wire C5).
  expect((await asked).headers()['firebase-instance-id-token']).toMatch(/^[0-9a-f-]{36}$/)
  await page.getByText('Sent. It shows in a moment').waitFor()
  await inspectBoth(parent, 'push-on')
  const text = await received(1)
  expect(text).not.toMatch(/Emily|Wang/)
  await deliver(page, text)
  await expect.poll(() => shownTitles(page)).toEqual(['Lakeside Chinese School: notifications work on this device'])
})

test('an urgent notice appears, and opens in the page that is already open', async () => {
  const { page } = office
  await page.goto('/adminmessage')
  await page.getByRole('button', { name: 'Write a notice' }).click()
  await page.getByLabel('Add a class').selectOption({ label: 'G1-A' })
  await page.getByLabel('Subject in English').fill('Snow tomorrow')
  await page.getByLabel('Text in English').fill('Dear {name}, dress {student} warmly.')
  await page.getByLabel('Subject in Chinese').fill('明天下雪')
  await page.getByLabel('Text in Chinese').fill('{name}，请给{student}穿暖一点。')
  await page.getByLabel(/^Urgent/).check()
  await page.getByRole('button', { name: 'Send to 19 families' }).click()

  const text = await received(2)
  expect(text).not.toMatch(/Snow|Emily|Wang/)
  await deliver(parent.page, text)
  await expect.poll(() => shownTitles(parent.page)).toContain('Lakeside Chinese School: an urgent notice for you')
  await press(parent.page, 'urgent')
  await parent.page.waitForURL(/\/messages\?open=notice\./)
  await parent.page.getByRole('dialog').getByText('dress Emily Wang warmly').waitFor()
  await expect.poll(() => shownTitles(parent.page)).not.toContain('Lakeside Chinese School: an urgent notice for you')

  await page.getByText('Notified on a device').first().waitFor()
})

test('the office sees which notifications failed, and sets the contact for push services', async () => {
  const { page } = office
  service.answers.push({ status: 503, text: 'down for a moment' })
  await parent.page.goto('/account')
  await parent.page.getByRole('button', { name: 'Send a test' }).click()
  await parent.page.getByText('The push service is busy. We’ll try again').waitFor()
  await page.goto('/adminconfig?subMenu=push')
  await page.getByText('503 down for a moment').waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('You haven’t signed up a device yet.').waitFor()
  await inspectBoth(office, 'push-office')
  await page.getByLabel('Contact for push services').fill('nobody')
  await page.getByRole('button', { name: 'Save notifications' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Contact for push services').fill('push@lakeside.example')
  await page.getByRole('button', { name: 'Save notifications' }).click()
  await page.getByText('Notifications on · push@lakeside.example').waitFor()
})

test('signing out ends the notifications on that device', async () => {
  const { page } = parent
  await page.getByRole('switch', { name: 'Replies in your conversations' }).click()
  await expect
    .poll(() => lantern.sql("select push from school.notification_preferences where category = 'messages'"))
    .toEqual([{ push: 'off' }])
  await page.getByRole('button', { name: 'Sign out' }).last().click()
  await page.waitForURL(`${lantern.origin}/`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stub'))).toBeNull()
  await expect
    .poll(() =>
      lantern.sql(
        'select 1 from school.push_subscriptions d join school.sign_ins s on s.id = d.sign_in_id where s.revoked_at is null',
      ),
    )
    .toEqual([])
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
