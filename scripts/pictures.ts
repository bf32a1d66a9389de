import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { demoPassword } from '#server/school/config/demoAccounts.ts'
import { openBrowser } from '#tests/browser.ts'
import { signIn } from '#tests/journeys/session.ts'
import { widths } from '#tests/widths.ts'
import { startLantern } from './bench/lantern.ts'

/**
 * `npm run pictures`: takes screenshots of every address in every role, at three widths, light and dark, in both
 * languages, on one sheet each in tests/shots/sheets/. Arguments select addresses by a part of their name. Pages that
 * scroll sideways or report an error are listed at the end, and the command then fails.
 */
const chosen = process.argv.slice(2)
const folder = fileURLToPath(new URL('../tests/shots/sheets/', import.meta.url))
const source = (file: string) => readFileSync(new URL(`../web/${file}`, import.meta.url), 'utf8')
const routes = source('routes.tsx')
/** The settings pages and office tabs that have their own address. */
const parts = /settingsPages = (\{[^}]*\})/.exec(source('school/config/shared/settingsPages.ts'))?.[1] ?? ''
const tabs = [...source('school/config/shared/officeTabs.ts').matchAll(/'(\/admin\w+)': \[(.*?)\],\n/gs)].flatMap(
  ([, screen, keys]) => [...keys!.matchAll(/key: '(\w+)'/g)].slice(1).map(([, key]) => `${screen}?tab=${key}`),
)

type Role = 'guest' | 'parent' | 'teacher' | 'office'
type Stop = { role: Role; path: string }

const roleNames: Readonly<Record<string, Role>> = { admin: 'office', teacher: 'teacher', parent: 'parent' }
const found = (pattern: RegExp): string[][] => [...routes.matchAll(pattern)].map(match => match.slice(1))

/**
 * The addresses of web/routes.tsx with the roles that may open them. Addresses that only need a sign-in are open to all
 * three roles.
 */
const everyStop: readonly Stop[] = [
  ...found(/\b(?:front|part|open)\(\s*'([^']+)'/g).map(([path]): Stop => ({ role: 'guest', path: path! })),
  { role: 'guest', path: '/login' },
  { role: 'guest', path: '/not-a-page' },
  ...found(/\boffice\('([^']+)'/g).map(([path]): Stop => ({ role: 'office', path: path! })),
  ...found(/\bsignedIn\(\s*'([^']+)',\s*'\w+',\s*\[([^\]]*)\]/g).flatMap(([path, needs]) =>
    Object.entries(roleNames)
      .filter(([role]) => needs === '' || needs!.includes(`'${role}'`))
      .map(([, role]): Stop => ({ role, path: path! })),
  ),
  ...[...parts.matchAll(/'(\w+)'/g)].map(([, page]): Stop => ({
    role: 'office',
    path: `/adminconfig?subMenu=${page}`,
  })),
  ...tabs.map((path): Stop => ({ role: 'office', path })),
]
const stops = everyStop.filter(
  ({ role, path }) => chosen.length === 0 || chosen.some(part => `${role}${path}`.includes(part)),
)

const languages = { en: 'en-US', zh: 'zh-CN' } as const
const themes = ['light', 'dark'] as const

const faults: string[] = []
const sit = async (browser: Browser, origin: string, role: Role, language: keyof typeof languages): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({
    baseURL: origin,
    locale: languages[language],
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    bypassCSP: true,
  })
  const page = await context.newPage()
  if (role !== 'guest') await signIn(page, `${role}@lakeside.example`, demoPassword)
  return page
}

const isShown = `document.querySelector('h1') && !document.querySelector('[aria-busy="true"]')`
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

type Shot = { width: string; theme: string; language: string; image: string }

/** Takes the screenshots of one address in one language, at every width and in both themes. */
const shoot = async (page: Page, { role, path }: Stop, language: string): Promise<Shot[]> => {
  const shots: Shot[] = []
  const where = `${role} ${path} ${language}`
  const hear = (error: Error) => faults.push(`${where}: ${error.message}`)
  page.on('pageerror', hear)
  await page.setViewportSize(widths.desktop)
  await page.goto(path)
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    await page.waitForFunction(isShown, null, { timeout: 5000 }).catch(() => faults.push(`${where}: not ready`))
    await page.evaluate('scrollTo(0, 0)')
    const sideways = await page.evaluate<number>(overflow)
    if (sideways > 0) faults.push(`${where} ${width}: ${sideways} px too wide`)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      const image = await page.screenshot({ type: 'jpeg', quality: 70 })
      shots.push({ width, theme, language, image: image.toString('base64') })
    }
  }
  page.off('pageerror', hear)
  return shots
}

const sheetOf = (title: string, shots: readonly Shot[]): string => `<!doctype html><meta charset="utf-8">
<style>body{margin:16px;font:14px sans-serif;background:#888}div{display:flex;gap:8px;margin-bottom:8px}img{height:420px}</style>
<h1>${title}</h1>${[...new Set(shots.map(({ language, theme }) => `${language} ${theme}`))]
  .map(row => {
    const images = shots.filter(({ language, theme }) => `${language} ${theme}` === row)
    return `<div>${images.map(({ image, width }) => `<img alt="${row} ${width}" src="data:image/jpeg;base64,${image}">`).join('')}</div>`
  })
  .join('')}`

const lantern = await startLantern({})
const browser = await openBrowser()
try {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const camera = await browser.newPage({ viewport: { width: 1190, height: 900 } })
  for (const role of new Set(stops.map(each => each.role))) {
    const seats = {
      en: await sit(browser, lantern.origin, role, 'en'),
      zh: await sit(browser, lantern.origin, role, 'zh'),
    }
    for (const stop of stops.filter(each => each.role === role)) {
      const shots = [...(await shoot(seats.en, stop, 'en')), ...(await shoot(seats.zh, stop, 'zh'))]
      const name = `${role}${stop.path === '/' ? '-start' : stop.path.replaceAll(/[^\w]+/g, '-')}`
      await camera.setContent(sheetOf(`${role} ${stop.path}`, shots), { waitUntil: 'load' })
      writeFileSync(`${folder}${name}.png`, await camera.screenshot({ fullPage: true }))
      console.log(`${name}.png`)
    }
    await seats.en.context().close()
    await seats.zh.context().close()
  }
} finally {
  await browser.close()
  await lantern.stop()
}
for (const fault of faults) console.log(`✗ ${fault}`)
console.log(`${stops.length} sheets in tests/shots/sheets/, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
