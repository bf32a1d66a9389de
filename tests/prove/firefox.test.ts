import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFirefox } from '#tests/browser.ts'
import { openSchool } from '#tests/journeys/lantern.ts'

/** The main journeys in the system's Firefox, to find differences of its engine. */
const program = findFirefox()
const { lantern } = openSchool()
let browser: Browser
const problems: string[] = []
/** A font that was still loading when someone left the page (NS_BINDING_ABORTED), which Firefox calls an error. */
const isLeftBehind = (text: string): boolean => text.includes('font: download failed') && text.includes('2152398850')

const verbs = { en: 'Sign in', zh: '登录' }
/** The page on which each role lands after signing in. */
const homes = { parent: '/dashboard/', teacher: '/teacherdashboard/', office: '/admindashboard' }

/** Opens a separate browser context for one person. Console errors are collected. */
const sit = async (size: { width: number; height: number }) => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  // Firefox does not draw background tabs, and a click waits until nothing moves.
  await page.bringToFront()
  await page.setViewport(size)
  page.setDefaultTimeout(15_000)
  page.on('console', message => {
    if (message.type() !== 'error') return
    const told = message.args().map(each => each.evaluate(what => String(what)).catch(() => message.text()))
    void Promise.all(told).then(texts => {
      const text = texts.join(' ')
      if (!isLeftBehind(text)) problems.push(`${text} ${page.url()}`)
    })
  })
  page.on('pageerror', error => problems.push(`${String(error)} ${page.url()}`))
  return {
    page,
    open: (path: string) => page.goto(`${lantern.origin}${path}`),
    find: (selector: string) => page.locator(selector),
    // Found by text instead of role and name, because Firefox takes three seconds to search by those.
    button: (name: string) => page.locator(`::-p-xpath(//button[normalize-space() = "${name}"])`),
    text: (text: string) => page.locator(`::-p-text(${text})`),
    close: () => context.close(),
  }
}
type Sitting = Awaited<ReturnType<typeof sit>>
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

const pathIs = (page: Page, path: string) => page.waitForFunction(`location.pathname === ${JSON.stringify(path)}`)

const signIn = async (seat: Sitting, who: keyof typeof homes, language: keyof typeof verbs = 'en') => {
  await seat.open('/login')
  await seat.find('input[type="email"]').fill(`${who}@lakeside.example`)
  await seat.find('input[type="password"]').fill('lakeside-demo')
  await seat.button(verbs[language]).click()
  // A page opened before this navigation has ended would be canceled by it.
  await pathIs(seat.page, homes[who])
  await seat.page.waitForSelector('h1')
}

beforeAll(async () => {
  if (!program) throw new Error('This needs Firefox: install firefox-esr, or set FIREFOX to the path of its program.')
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true })
})
afterAll(() => browser?.close())

test('a visitor opens the public pages, which don’t scroll sideways', async () => {
  const seat = await sit(phone)
  for (const path of ['/', '/classes', '/register', '/login']) {
    await seat.open(path)
    await seat.page.waitForSelector('h1')
    expect(
      await seat.page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true)
  }
  await seat.close()
})

test('a parent signs in, opens every family page and reports an absence', async () => {
  const seat = await sit(phone)
  await signIn(seat, 'parent')
  for (const path of ['/dashboard/', '/parent', '/calendar', '/messages', '/student', '/paymenthistory', '/account']) {
    await seat.open(path)
    await seat.page.waitForSelector('h1')
    await seat.page.waitForFunction(`document.querySelector('[aria-busy="true"]') === null`)
    expect(
      await seat.page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true)
  }
  const reports = async () =>
    (await lantern.sql<{ n: number }>('select count(*)::int as n from school.absence_notices'))[0]!.n
  const before = await reports()
  await seat.open('/dashboard/')
  await seat.find('a[aria-label="Report an absence for Emily Wang"]').click()
  await seat.text('Family matter').click()
  await seat.button('Report absence').click()
  await seat.text('Reported for').wait()
  expect(await reports()).toBe(before + 1)
  await seat.close()
})

test('a teacher takes the roll', async () => {
  const seat = await sit({ width: 820, height: 1180 })
  await signIn(seat, 'teacher')
  await seat.text('Take attendance').click()
  await seat.button('Mark everyone present').click()
  await seat.text('Sent at').wait()
  const [marks] = await lantern.sql<{ n: number }>(
    `select count(*)::int as n from school.attendance a join school.meetings m on m.id = a.meeting_id
      join school.sections s on s.id = m.section_id where s.name = 'G1-A' and m.on_day = '2026-11-22'`,
  )
  expect(marks!.n).toBe(19)
  await seat.close()
})

test('the office finds a child by a Chinese name and opens the record', async () => {
  const seat = await sit(desktop)
  await signIn(seat, 'office')
  await seat.open('/adminstudent')
  await seat.find('input[type="search"]').fill('王')
  await seat.page.waitForFunction(`location.search.includes('search=')`)
  await seat.text('Emily Wang').click()
  await seat.page.waitForSelector('dialog[open]')
  for (const path of [
    '/admindashboard',
    '/adminpayment',
    '/adminparent',
    '/adminmessage',
    '/adminevent',
    '/adminconfig',
  ]) {
    await seat.open(path)
    await seat.page.waitForSelector('h1')
    await seat.page.waitForFunction(`document.querySelector('[aria-busy="true"]') === null`)
  }
  await seat.close()
})

test('a parent signs in in Chinese', async () => {
  const seat = await sit(phone)
  await seat.open('/?lang=zh')
  await seat.page.waitForFunction(`document.documentElement.lang.startsWith('zh')`)
  await signIn(seat, 'parent', 'zh')
  await seat.close()
})

test('the console shows no errors', () => {
  expect(problems).toEqual([])
})
