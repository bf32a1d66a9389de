import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type * as Sources from '#server/lantern.ts'
import { openBrowser } from '#tests/browser.ts'
import { makeDatabase } from '#tests/database-fixture.ts'
import { filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { freePort } from '#tests/ports.ts'
import { scratch } from '#tests/scratch.ts'
import { testKey } from '#tests/testKey.ts'
import { type Width, widths } from '#tests/widths.ts'
import { signIn } from './session.ts'

// The built server, as a school runs it. All other tests use the sources.
const { openLantern } = (await import(new URL('../../dist/server/lantern.js', import.meta.url).href)) as typeof Sources

const shots = fileURLToPath(new URL('../shots/', import.meta.url))

// A school keeps its key through restarts and in copies of a template.
const secretKey = testKey.toString('base64')

type Options = {
  isDemo: boolean
  /** The initial time of the school's clock. */
  clock?: string
  /**
   * The template for the school. Without one, a demo with a clock is filled for that time, and any other school is
   * empty.
   */
  filled?: () => Promise<string>
  env?: Record<string, string>
}

/** Opens Lantern on a free port in this process, which loads its modules only once. */
const open = async (databaseUrl: string, options: Options) => {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const environment = {
      PORT: String(port),
      HOST: '127.0.0.1',
      SECRET_KEY: secretKey,
      PRIVATE_HOSTS: 'localhost,127.0.0.1',
      PUBLIC_URL: origin,
      DATABASE_URL: databaseUrl,
      ...(options.clock ? { SCHOOL_CLOCK: options.clock } : {}),
      ...options.env,
    }
    const lines: string[] = []
    try {
      const stop = await openLantern({
        environment,
        isDemo: options.isDemo,
        say: line => lines.push(line),
      })
      return { origin, stop, printed: () => lines.join('\n') }
    } catch (error) {
      // Another program may have taken the port in the meantime.
      if (tries === 5 || !/Port \d+ is taken/.test(String(error))) throw error
    }
  }
}

export type Lantern = {
  origin: string
  /** The output of the start. */
  printed: string
  /** The latest email to an address that contains a text, as plain text. Waits until there is one. */
  mail(to: string, containing: string): Promise<string>
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  stop(): Promise<void>
}

/** Starts Lantern on a separate database. */
export const startLantern = async (options: Options): Promise<Lantern> => {
  const { isDemo, clock, filled = async () => (isDemo && clock ? filledDemo(clock) : null) } = options
  const database = await makeDatabase(await filled())
  // Automatic backups go to a separate folder, because a school takes them wherever its data is.
  const backups = join(scratch(), `backups-${randomUUID()}`)
  const opened = await open(database.url, { ...options, env: { BACKUP_DIR: backups, ...options.env } })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sql = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<T>(text, values)).rows
  return {
    origin: opened.origin,
    get printed() {
      return opened.printed()
    },
    sql,
    async mail(to, containing) {
      const found = await expect
        .poll(
          async () =>
            (
              await sql<{ text: string }>(
                'select text from school.mails where "to" = $1 and text like $2 order by queued_at desc limit 1',
                [to, `%${containing}%`],
              )
            )[0]?.text,
          { timeout: 15_000 },
        )
        .toBeTruthy()
        .then(() =>
          sql<{ text: string }>(
            'select text from school.mails where "to" = $1 and text like $2 order by queued_at desc limit 1',
            [to, `%${containing}%`],
          ),
        )
      return found[0]!.text
    },
    async stop() {
      await client.end()
      await opened.stop()
      await database.drop()
      await rm(backups, { recursive: true, force: true })
    },
  }
}

/** Waits until someone has signed in and is on their home page, which depends on their roles. */
export const isIn = (page: Page): Promise<void> => page.waitForURL(url => /^\/(\w+)?dashboard/.test(url.pathname))

/** A script that is true once React has hydrated a prerendered page. */
export const isTakenOver = `Object.keys(document.querySelector('h1') ?? {}).some(key => key.startsWith('__react'))`

/** Returns the link in an email. */
export const linkIn = (mail: string): string => /https?:\/\/\S+/.exec(mail)![0]

export type Seat = {
  page: Page
  context: BrowserContext
  problems: string[]
  /** The places that were already checked, so that a journey checks each place only once. */
  judged: Set<string>
}
export type Look = {
  width: Width
  language?: 'en' | 'zh'
  dark?: boolean
  scripts?: boolean
  /** A user agent to use instead of Chromium's own. */
  agent?: string
  /** Installs the worker that stores Lantern's files for offline use, which costs each seat a second. */
  offline?: boolean
  /** Applies the server's own content security policy, under which axe can't run. */
  isStrict?: boolean
}

/**
 * Makes opening a page resolve once its title is there. A waiting locator polls less and less often, finally twice a
 * second, so whatever is awaited right after opening a page would cost half a second each time.
 */
const openAtOnce = (page: Page): void => {
  const isThere = () =>
    page
      .waitForFunction(`document.querySelector('h1') && !document.querySelector('[aria-busy="true"]')`, null, {
        timeout: 2_000,
      })
      // A page without a title, or one that keeps loading: the journey itself waits for what it needs.
      .catch(() => undefined)
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) }
  page.goto = async (...how) => {
    const answer = await goto(...how)
    await isThere()
    return answer
  }
  page.reload = async (...how) => {
    const answer = await reload(...how)
    await isThere()
    return answer
  }
}

/** Collects the console errors of a page, without the origin of its school. */
export const keepProblems = (page: Page, origin: string, problems: string[]): void => {
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url.replace(origin, '')}`)
  })
  page.on('pageerror', error => problems.push(error.message))
}

/** Opens a separate browser context for one person. Console errors are collected; at the end there must be none. */
export const takeSeat = async (browser: Browser, lantern: Pick<Lantern, 'origin'>, options: Look): Promise<Seat> => {
  const context = await browser.newContext({
    baseURL: lantern.origin,
    viewport: widths[options.width],
    locale: options.language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: options.scripts ?? true,
    ...(options.agent && { userAgent: options.agent }),
    serviceWorkers: options.offline ? 'allow' : 'block',
    bypassCSP: !options.isStrict,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  // This waits by means of a script, which the strict policy refuses.
  if ((options.scripts ?? true) && !options.isStrict) openAtOnce(page)
  const problems: string[] = []
  keepProblems(page, lantern.origin, problems)
  return { page, context, problems, judged: new Set() }
}

declare module 'vitest' {
  interface TaskMeta {
    /** The contents of a journey's pages at each failed attempt. */
    pages?: string[]
  }
}

/** The address and contents of a page, for the report of a failure. */
const shownOn = async (page: Page): Promise<string> => {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String)
  return `${page.url()}\n${shown.slice(0, 10_000)}`
}

const isEveryLook = process.env['EVERY_LOOK'] === '1'

/** The looks that a journey runs with: the first in every run, the others only with EVERY_LOOK=1 (`npm run prove`). */
export const looks = <T>(first: T, ...others: T[]): T[] => (isEveryLook ? [first, ...others] : [first])

let browser: Promise<Browser> | undefined
/** The browser of this worker, which its test files share. It ends with the worker. */
export const ownBrowser = (): Promise<Browser> => (browser ??= openBrowser())

const lakeside = { isDemo: true, clock: sundayAtLakeside }

/**
 * A school and a browser for the tests of one file. They are available once its `beforeAll` hooks have run. After its
 * last test all its seats and the school are closed.
 */
export const openSchool = ({ width, isDemo, ...options }: Partial<Options> & { width?: Width } = {}) => {
  let started: Lantern | undefined
  const seats: Seat[] = []
  beforeAll(async () => {
    started = await startLantern(isDemo === false ? { isDemo, ...options } : { ...lakeside, ...options })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const pages = await Promise.all(
      seats
        .slice(-3)
        .filter(({ page }) => !page.isClosed())
        .map(({ page }) => shownOn(page)),
    )
    // Pages of earlier attempts are kept, because the first failure says more than the second.
    task.meta.pages = [...(task.meta.pages ?? []), ...pages]
  })
  afterAll(async () => {
    for (const { context } of seats) await context.close()
    await started?.stop()
  })
  const running = (): Lantern => {
    if (!started) throw new Error('The school is not open yet')
    return started
  }
  const lantern: Lantern = {
    get origin() {
      return running().origin
    },
    get printed() {
      return running().printed
    },
    sql: (text, values) => running().sql(text, values),
    mail: (to, containing) => running().mail(to, containing),
    stop: () => running().stop(),
  }
  /** Opens a seat without signing in. */
  const sit = async (look: Partial<Look> = {}): Promise<Seat> => {
    const seat = await takeSeat(await ownBrowser(), lantern, { width: width ?? 'desktop', ...look })
    seats.push(seat)
    return seat
  }
  return {
    lantern,
    /** All seats that were opened. */
    seats,
    sit,
    /**
     * Opens a seat signed in as a person of the demo school, with no page open yet. `who` is an email address, or a
     * role for one of the demo's printed accounts.
     */
    async sitAs(who: string, look: Partial<Look> = {}): Promise<Seat> {
      const seat = await sit(look)
      await signIn(seat.page, who.includes('@') ? who : `${who}@lakeside.example`, 'lakeside-demo')
      return seat
    },
  }
}

const pictures = process.env['PICTURES']

/**
 * Takes a screenshot of the whole page into `tests/shots/`, for people to look at. No test reads them, so they are
 * taken only with PICTURES=1. PICTURES=phone takes each at phone width, in every language and theme.
 */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== '1' && pictures !== 'phone') return
  mkdirSync(shots, { recursive: true })
  const take = (look = '') => page.screenshot({ path: `${shots}${name}${look}.png`, fullPage: true })
  if (pictures === '1') await take()
  else await inEveryLook(page, take)
}

const language = 'document.documentElement.lang'
const nextLanguage = `document.querySelector('button[data-needs-script][lang]')?.click()`

/** Runs `work` at phone width, once for each of the page's languages and each theme, and leaves the page as it was. */
const inEveryLook = async (page: Page, work: (look: string) => Promise<unknown>): Promise<void> => {
  const size = page.viewportSize()
  const wasDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  const first = await page.evaluate<string>(language)
  await page.setViewportSize({ width: 390, height: 844 })
  for (let spoken = ''; spoken !== first;) {
    const now = await page.evaluate<string>(language)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await work(`.${now}.${colorScheme}`)
    }
    await page.evaluate(nextLanguage)
    spoken = await page.waitForFunction(`${language} !== '${now}' && ${language}`, undefined, { timeout: 2000 }).then(
      found => found.jsonValue() as Promise<string>,
      () => first,
    )
  }
  await page.emulateMedia({ colorScheme: wasDark ? 'dark' : 'light' })
  if (size) await page.setViewportSize(size)
}

/**
 * The rules that axe checks. Only contrast depends on the theme, so for the second theme of a state that rule is
 * enough.
 */
const rules = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  contrast: ['color-contrast'],
}

/** The current place: address, language, theme, and open dialogs. */
const place = `[
  location.pathname + location.search,
  document.documentElement.lang,
  matchMedia('(prefers-color-scheme: dark)').matches,
  ...[...document.querySelectorAll(':modal')].map(dialog => dialog.querySelector('h1, h2')?.textContent),
].join(' ')`

/** Waits until the page has loaded everything it shows. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(`document.querySelector('[aria-busy="true"]') === null`)
}

const look = async ({ page, judged }: Seat, name: string, rule: keyof typeof rules): Promise<void> => {
  await settled(page)
  await picture(page, name)
  // Later states of the same place are checked only with EVERY_LOOK=1.
  const here = `${await page.evaluate<string>(place)} ${rule}`
  if (judged.has(here) && !isEveryLook) return
  judged.add(here)
  // Violations in the middle of a change (a theme transition, a list being reloaded) are gone at the next check.
  await expect.poll(() => violationsOf(page, rules[rule]), { message: `accessibility of ${name}` }).toEqual([])
}

/**
 * Checks that the page has no accessibility violations in its current theme (once per place), and takes a screenshot.
 */
export const inspect = (seat: Seat, name: string): Promise<void> => look(seat, name, 'all')

/** The same in dark and light. */
export const inspectBoth = async (seat: Seat, name: string): Promise<void> => {
  await seat.page.emulateMedia({ colorScheme: 'dark' })
  await look(seat, `${name}-dark`, 'contrast')
  await seat.page.emulateMedia({ colorScheme: 'light' })
  await look(seat, name, 'all')
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; nodes: { target: string[]; html: string }[] }

/**
 * The part of the page that axe checks; all of it only with EVERY_LOOK=1. Rows and items beyond the sixth are built
 * like those before them. Content behind an open dialog can't be reached and was checked before the dialog opened.
 */
const alike = ['tbody > tr', 'li', 'article'].map(each => `${each}:nth-of-type(n + 7)`)
const read = isEveryLook
  ? 'document'
  : `{ include: [[...document.querySelectorAll(':modal')].at(-1) ?? document], exclude: ${JSON.stringify(alike)} }`

const violationsOf = async (page: Page, runOnly: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${read}, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${String(target)} ${html}`).join(' | ')}`,
  )
}
