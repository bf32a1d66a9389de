import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '#tests/browser.ts'
import { demoPassword } from '#server/school/config/demoAccounts.ts'
import type { Running } from './lantern.ts'
import { type Line, median } from './table.ts'

/** A slow phone on a slow connection: CPU slowdown factor, latency in milliseconds, throughput in bytes per second. */
const slowdown = 4
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const quietMs = 1000

type Who = 'office' | 'teacher' | 'parent'
type Screen = {
  path: string
  as?: Who
  /** The limit in seconds for the largest contentful paint: on the first visit, and on a later one. */
  first: number
  again?: number
  /** The limit in milliseconds until an action shows, and the action. */
  within: number
  /** Also measured in a short run. */
  isFirst?: true
  act(page: Page): Promise<unknown>
}

const type = (page: Page) => page.getByRole('searchbox').first().pressSequentially('mi', { delay: 150 })
const theme = (page: Page) =>
  page
    .getByRole('button', { name: /^Switch to/ })
    .first()
    .click()
const sort = (page: Page) => page.getByRole('columnheader').getByRole('button').nth(1).click()
const menu = (page: Page) =>
  page
    .getByRole('button', { name: /Your account/ })
    .first()
    .click()

const screens: readonly Screen[] = [
  { path: '/', first: 1, within: 100, isFirst: true, act: theme },
  { path: '/classes', first: 1, within: 100, act: type },
  {
    path: '/login',
    first: 1,
    within: 100,
    isFirst: true,
    act: page => page.getByLabel('Email').first().pressSequentially('an', { delay: 150 }),
  },
  {
    path: '/register',
    first: 1,
    within: 100,
    act: theme,
  },
  { path: '/dashboard/', as: 'parent', first: 2, again: 0.8, within: 100, isFirst: true, act: menu },
  { path: '/student', as: 'parent', first: 2, again: 0.8, within: 100, act: menu },
  { path: '/parent', as: 'parent', first: 2, again: 0.8, within: 100, act: menu },
  { path: '/paymenthistory', as: 'parent', first: 2, again: 0.8, within: 100, act: menu },
  { path: '/teacherdashboard/', as: 'teacher', first: 2, again: 0.8, within: 100, act: menu },
  { path: '/admindashboard', as: 'office', first: 2.3, within: 200, act: menu },
  { path: '/adminstudent', as: 'office', first: 2.3, within: 200, isFirst: true, act: sort },
  { path: '/adminpayment', as: 'office', first: 2.3, within: 200, act: sort },
]

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** The browser storage of someone who has signed in, with nothing else in it yet. */
const signedIn = async (browser: Browser, origin: string, who: Who): Promise<State> => {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/login?next=/account')
  await page.getByLabel('Email').first().fill(`${who}@lakeside.example`)
  await page.locator('input[type=password]').first().fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await page.waitForURL('**/account')
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  // Answers cached on the device would distort a first visit.
  for (const origin of state.origins as { indexedDB?: { name: string }[] }[])
    if (origin.indexedDB) origin.indexedDB = origin.indexedDB.filter(({ name }) => name.startsWith('firebase'))
  return state
}

type Seen = { lcp: number; cls: number; inp: number; kilobytes: number; requests: number }

/** Records from the start of a page its largest paint, layout shifts and response times. */
const watch = `(() => {
  const seen = (window.__seen = { lcp: 0, cls: 0, inp: 0 })
  const on = (type, take, more) => new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  on('largest-contentful-paint', entry => (seen.lcp = entry.startTime))
  on('layout-shift', entry => { if (!entry.hadRecentInput) seen.cls += entry.value })
  on('event', entry => { if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration) }, { durationThreshold: 16 })
})()`

const look = async (context: BrowserContext, screen: Screen, acts: boolean): Promise<Seen> => {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let bytes = 0
  let requests = 0
  let lastAt = performance.now()
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
    lastAt = performance.now()
  })
  await page.goto(screen.path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // An open event stream is never idle, so the page counts as done when nothing has arrived for a while.
  while (performance.now() - lastAt < quietMs) await pause(100)
  const before = (await page.evaluate('window.__seen')) as Seen
  if (acts) {
    await screen.act(page)
    await pause(500)
  }
  const after = (await page.evaluate('window.__seen')) as Seen
  await page.close()
  return { lcp: before.lcp, cls: after.cls, inp: after.inp, kilobytes: bytes / 1024, requests }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/**
 * Measures a screen several times, each time first on a device that does not know it, then again on the same device.
 */
const lineOf = async (
  browser: Browser,
  origin: string,
  screen: Screen,
  state: State | undefined,
  runs: number,
): Promise<Line> => {
  const firsts: Seen[] = []
  const agains: Seen[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: screen.as === 'office' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      ...(state && { storageState: state }),
    })
    try {
      firsts.push(await look(context, screen, true))
      agains.push(await look(context, screen, false))
    } finally {
      await context.close()
    }
  }
  const of = (seen: Seen[], what: keyof Seen) => median(seen.map(each => each[what]))
  return {
    goal: `${screen.path}${screen.as ? ` (${screen.as})` : ''}`,
    measured: `LCP ${seconds(of(firsts, 'lcp'))}, again ${seconds(of(agains, 'lcp'))} · INP ${of(firsts, 'inp').toFixed(0)} ms · CLS ${of(firsts, 'cls').toFixed(3)}`,
    against: `${of(firsts, 'kilobytes').toFixed(0)} KB in ${of(firsts, 'requests')} requests`,
    target: `≤ ${screen.first} s${screen.again ? `, again ≤ ${screen.again} s` : ''} · ≤ ${screen.within} ms · ≤ ${screen.as ? 0.02 : 0.01}`,
  }
}

/**
 * Measures what someone with a slow phone waits for, screen by screen, in Chromium; in a short run a few screens once.
 */
export const measureBrowser = async ({ origin }: Running, isShort: boolean): Promise<Line[]> => {
  const browser = await openBrowser()
  try {
    const states = new Map<Who, State>()
    const lines: Line[] = []
    for (const screen of isShort ? screens.filter(({ isFirst }) => isFirst) : screens) {
      if (screen.as && !states.has(screen.as)) states.set(screen.as, await signedIn(browser, origin, screen.as))
      // A screen that a busy machine does not open in time loses only its own line, not those after it.
      const line = await lineOf(browser, origin, screen, screen.as && states.get(screen.as), isShort ? 1 : 3).catch(
        (error: unknown) => ({
          goal: screen.path,
          measured: `not measured: ${String(error).split('\n', 1)[0]}`,
          target: `≤ ${screen.first} s`,
        }),
      )
      lines.push(line)
      console.log(`  ${line.goal}: ${line.measured}`)
    }
    return lines
  } finally {
    await browser.close()
  }
}
