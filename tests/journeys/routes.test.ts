import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '#server/pageFiles.ts'
import { inspect, looks, type Seat, openSchool } from './lantern.ts'
import { answeredPages, comesWith, cookieOf, openAnew } from './firstAnswers.ts'
import { signIn, signInByForm } from './session.ts'

// The routes exactly as in the specification, section 2, and a family's own two.
const open = ['/', '/home', '/about', '/classes', '/register', '/registration', '/registration2', '/login']
/** Alternative addresses of `/` and `/register`. */
const otherAddresses = new Set(['/home', '/registration', '/registration2'])
/** Guarded addresses: one each of a family, the office and a teacher. They share one guard (web/routes.test.ts). */
const guardedOfEach = ['/paymenthistory', '/adminstudent', '/teacherdashboard/']
const guarded = [
  ...guardedOfEach,
  '/dashboard/',
  '/parent',
  '/calendar',
  '/messages',
  '/student',
  '/admindashboard',
  '/admingrade',
  '/adminuser',
  '/adminclass',
  '/adminteacher',
  '/adminparent',
  '/adminpayment',
  '/adminmessage',
  '/studentassignment',
  '/adminevent',
  '/adminconfig',
]
const stored = ['user_email', 'user_display_name', 'user_id', 'isAdmin']

const { lantern, sit } = openSchool()
const storedOf = async ({ context }: Seat) => {
  const { origins } = await context.storageState()
  const kept = origins.flatMap(({ localStorage }) => localStorage)
  return stored.map(key => kept.find(({ name }) => name === key)?.value ?? null)
}

test.each(
  looks<{ who: string | null; path: string; screen: string }>(
    { who: 'parent', path: '/dashboard/', screen: 'Dashboard' },
    { who: null, path: '/login', screen: 'Login' },
    { who: null, path: '/register', screen: 'Register' },
    { who: 'parent', path: '/classes', screen: 'FamilyClasses' },
    { who: 'parent', path: '/paymenthistory', screen: 'PaymentHistory' },
    { who: 'office', path: '/adminstudent', screen: 'AdminStudent' },
  ),
)(
  '$path preloads in its first answer the files that its screen starts with, and none that it never requests',
  async row => {
    const seat = await sit()
    const { page } = seat
    if (row.who) await signIn(page, `${row.who}@lakeside.example`, 'lakeside-demo')
    const asked = new Set<string>()
    page.on('request', request => asked.add(new URL(request.url()).pathname))
    const html = await (await fetch(lantern.origin + row.path, { headers: { cookie: await cookieOf(seat) } })).text()
    const link = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
    const named = [...html.matchAll(link)].map(([, file = '']) => file)
    // They must load after the page's first requests and after what it shows without scripts.
    expect([...html.matchAll(link)].filter(([tag]) => !tag.includes('fetchpriority="low"'))).toEqual([])
    // Without the listed names the page finds its files itself; those are what it needs. The route stays registered:
    // removing it while the page loads can leave a request pending forever.
    await page.route(
      url => url.pathname === row.path,
      route =>
        route.fulfill({
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: html.replaceAll(link, ''),
        }),
    )
    await page.goto(row.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Manifest
    const own = `/${manifest[`web/screens/${row.screen}.tsx`]!.file}`
    expect(named).toEqual(expect.arrayContaining([own, expect.stringContaining('/base.en.js')]))
    expect(named.filter(file => !asked.has(file))).toEqual([])
  },
)

describe('a signed-in person’s page', () => {
  test.each(answeredPages)(
    'of the %s uses the answers that came with it, and requests none of them again',
    async (who, [first, ...others]) => {
      const seat = await sit({ width: who === 'office' ? 'desktop' : 'phone' })
      await signIn(seat.page, `${who}@lakeside.example`, 'lakeside-demo')
      for (const path of looks<string>(first, ...others)) {
        const came = await comesWith(lantern.origin, seat, path)
        expect(came.length).toBeGreaterThan(2)
        const { asked, isFirstAsked } = await openAnew(seat, path)
        expect(isFirstAsked).toBe(true)
        expect(
          asked.filter(name => came.includes(name)),
          path,
        ).toEqual([])
      }
      expect(seat.problems).toEqual([])
    },
  )

  test('at a public address is their own only while their session lasts, and not that of people it isn’t for', async () => {
    const isForAll = async (seat: Seat, path: string) => {
      const answer = await fetch(lantern.origin + path, { headers: { cookie: await cookieOf(seat) } })
      return (await answer.text()).includes('id="ready"')
    }
    const [family, staff] = [await sit(), await sit()]
    await signIn(family.page, 'parent@lakeside.example', 'lakeside-demo')
    await signIn(staff.page, 'teacher@lakeside.example', 'lakeside-demo')
    for (const path of ['/classes', '/register']) expect(await isForAll(family, path), path).toBe(false)
    expect(await isForAll(family, '/')).toBe(true)
    expect(await isForAll(staff, '/classes')).toBe(true)
    const cookies = await family.context.cookies()
    await family.context.addCookies(cookies.map(each => ({ ...each, value: 'ended' })))
    for (const path of ['/classes', '/register']) expect(await isForAll(family, path), path).toBe(true)
  })

  test('comes without data after a sign-out, and for another person only with their own', async () => {
    const seat = await sit()
    await signIn(seat.page, 'parent@lakeside.example', 'lakeside-demo')
    expect(await comesWith(lantern.origin, seat, '/dashboard/')).toContain('parents-home')
    expect((await openAnew(seat, '/dashboard/')).isFirstAsked).toBe(true)
    await seat.page.getByRole('button', { name: /Your account/ }).click()
    await seat.page.getByRole('button', { name: 'Sign out' }).click()
    await seat.page.waitForURL(url => url.pathname === '/')
    await expect.poll(() => comesWith(lantern.origin, seat, '/dashboard/')).toEqual([])
    expect((await openAnew(seat, '/dashboard/')).isFirstAsked).toBe(false)
    await signInByForm(seat.page, 'teacher@lakeside.example', 'lakeside-demo')
    expect(await comesWith(lantern.origin, seat, '/dashboard/')).not.toContain('parents-home')
  })
})

describe('someone who is not signed in', () => {
  let phone: Seat
  let desktop: Seat
  beforeAll(async () => {
    phone = await sit({ width: 'phone', language: 'zh' })
    desktop = await sit({ width: 'desktop', dark: true })
  })

  test('opens every public route and stays at its address', async () => {
    // Each on one of the two seats; on both with EVERY_LOOK=1.
    for (const [index, path] of open.entries())
      for (const seat of index % 2 === 0 ? looks(desktop, phone) : looks(phone, desktop)) {
        await seat.page.goto(path)
        await seat.page.getByRole('heading', { level: 1 }).first().waitFor()
        expect(new URL(seat.page.url()).pathname).toBe(path)
        if (otherAddresses.has(path)) continue
        await inspect(seat, `guest-${seat === phone ? 'phone-zh' : 'desktop-en'}${path.replaceAll('/', '-')}`)
      }
  })

  test.each(looks(guardedOfEach, guarded.slice(guardedOfEach.length)).flat())(
    'is sent from %s back to / with an alert',
    async path => {
      const { page } = desktop
      await page.goto(path)
      await page.getByRole('alert').filter({ hasText: 'You do not have access' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    },
  )

  test('sees the alert again after a reload, without a browser error', async () => {
    const { page, problems } = await sit()
    const alert = page.getByRole('alert').filter({ hasText: 'You do not have access' })
    await page.goto('/parent')
    await alert.waitFor()
    await page.reload()
    await alert.waitFor()
    expect(problems).toEqual([])
  })

  test('gets a friendly page at an unknown address', async () => {
    const answer = await phone.page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await phone.page.getByRole('heading', { level: 1 }).waitFor()
    // The browser's own message, not one of the page.
    expect(phone.problems.splice(0)).toEqual([expect.stringContaining('404')])
    await inspect(phone, 'guest-phone-zh-unknown')
  })

  test('gets 200 at every screen’s address, however it is written, and 404 at others', async () => {
    const statusOf = async (path: string) => (await fetch(`${lantern.origin}${path}`, { redirect: 'manual' })).status
    const others = [
      '/dashboard',
      '/parent/',
      '/Student?child=x',
      '/adminconfig?subMenu=terms',
      '/auth/action',
      '/draws',
      '/badge',
    ]
    for (const path of [...open, ...guarded, ...others]) expect(await statusOf(path), path).toBe(200)
    for (const path of ['/no/such/page', '/metrics', '/v1/attest', '/parents', '/login/more', '/wp-admin'])
      expect(await statusOf(path), path).toBe(404)
  })

  test('reads the alert in Chinese with its exact English wording beside it', async () => {
    const { page } = await sit({ language: 'zh', width: 'phone' })
    await page.goto('/parent')
    const alert = page.getByRole('alert').filter({ hasText: 'You do not have access' })
    await alert.getByText('您没有访问权限').waitFor()
    expect(await alert.locator('[lang="en"]').textContent()).toBe('(You do not have access)')
  })
})

describe('someone who is signed in', () => {
  test('has four values stored until signing out, with the first role as marker', async () => {
    const parent = await sit()
    expect(await storedOf(parent)).toEqual([null, null, null, null])
    await signInByForm(parent.page, 'parent@lakeside.example', 'lakeside-demo')
    const [account] = await lantern.sql<{ id: string }>(
      "select id from school.accounts where email = 'parent@lakeside.example'",
    )
    expect(await storedOf(parent)).toEqual(['parent@lakeside.example', 'Jing Liu', account!.id, 'parent'])
    await parent.page.goto('/paymenthistory')
    await parent.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await parent.page.goto('/adminstudent')
    await parent.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await parent.page.getByRole('table').count()).toBe(0)
    await inspect(parent, 'parent-desktop-wrong-role')
    await parent.page.goto('/dashboard/')
    await parent.page
      .getByRole('button', { name: /Jing Liu|Account|Menu/ })
      .first()
      .click()
    await parent.page.getByRole('button', { name: 'Sign out' }).click()
    await parent.page.waitForURL(url => url.pathname === '/' || url.pathname === '/login')
    await expect.poll(() => storedOf(parent)).toEqual([null, null, null, null])
  })

  test('sees no office list after changing the stored marker', async () => {
    const parent = await sit()
    await signIn(parent.page, 'parent@lakeside.example', 'lakeside-demo')
    await parent.page.addInitScript('localStorage.setItem("isAdmin", "admin")')
    await parent.page.goto('/adminstudent')
    await parent.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await parent.page.getByRole('table').count()).toBe(0)
  })

  test('gets the settings page that the address names, or else the overview', async () => {
    const office = await sit()
    await signIn(office.page, 'office@lakeside.example', 'lakeside-demo')
    await office.page.goto('/adminconfig')
    await office.page.getByText('13 of 14 done').waitFor()
    await office.page.goto('/adminconfig?subMenu=fees')
    await office.page.getByRole('button', { name: 'Save fees' }).waitFor()
  })

  test('gets a new token when theirs has expired, and continues', async () => {
    const parent = await sit()
    await signIn(parent.page, 'parent@lakeside.example', 'lakeside-demo')
    const renewals: string[] = []
    parent.page.on('request', request => {
      if (request.url().includes('securetoken.googleapis.com')) renewals.push(request.url())
    })
    // The server's answer to an expired token, once.
    let isExpired = true
    await parent.page.route(/\/fn(\/[\w-]+)?$/, async route => {
      if (!isExpired) return route.continue()
      isExpired = false
      return route.fulfill({
        status: 401,
        json: { error: { message: 'Unauthenticated', status: 'UNAUTHENTICATED' } },
      })
    })
    // The answers that came with the page needed no token.
    await parent.page.goto('/student')
    await parent.page.getByRole('heading', { level: 1, name: 'Emily Wang' }).waitFor()
    await parent.page.getByRole('link', { name: 'All homework' }).click()
    await parent.page.getByRole('heading', { level: 1, name: 'Homework' }).waitFor()
    expect(renewals).toHaveLength(1)
    expect(parent.problems.splice(0)).toHaveLength(1)
  })

  test('is signed out with an alert when their session was ended elsewhere', async () => {
    const teacher = await sit()
    await signIn(teacher.page, 'teacher@lakeside.example', 'lakeside-demo')
    await teacher.page.goto('/teacherdashboard/')
    await teacher.page.getByRole('heading', { level: 1 }).waitFor()
    await lantern.sql(
      "update school.sign_ins set revoked_at = now() where account_id = (select id from school.accounts where email = 'teacher@lakeside.example')",
    )
    await teacher.page.goto('/teacherdashboard/')
    await teacher.page.getByRole('alert').filter({ hasText: 'You do not have access' }).waitFor()
    expect(await storedOf(teacher)).toEqual([null, null, null, null])
  })
})
