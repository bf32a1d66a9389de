import type { Request } from 'playwright-core'
import type { Seat } from './lantern.ts'

/** Pages whose first answers come with them (web/wire/firstReads.ts), by role. */
export const answeredPages = [
  [
    'parent',
    [
      '/dashboard/',
      '/student',
      '/parent',
      '/paymenthistory',
      '/calendar',
      '/messages',
      '/studentassignment',
      '/account',
      '/classes',
      '/register',
      '/registration2',
    ],
  ],
  ['teacher', ['/teacherdashboard/', '/account']],
  [
    'office',
    [
      '/admindashboard',
      '/adminstudent',
      '/adminpayment',
      '/adminapplication',
      '/adminclass',
      '/adminparent',
      '/adminteacher',
      '/adminuser',
      '/adminmessage',
      '/adminevent',
      '/admingrade',
      '/adminconfig',
    ],
  ],
] as const

/** The cookies of a seat as a Cookie header. */
export const cookieOf = async ({ context }: Seat) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

const readsOf = (request: Request): string[] => {
  const { pathname } = new URL(request.url())
  if (pathname === '/fn') return (request.postDataJSON() as { calls: { name: string }[] }).calls.map(({ name }) => name)
  return pathname.startsWith('/fn/') ? [pathname.slice('/fn/'.length)] : []
}
/** The names of the reads that the server answers along with the page of an address. */
export const comesWith = async (origin: string, seat: Seat, path: string): Promise<string[]> => {
  const headers = { cookie: await cookieOf(seat), 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${origin}/first?page=${encodeURIComponent(path)}`, { headers })
  const lines = (await answer.text()).split('\n').filter(Boolean)
  return lines.flatMap(line => (JSON.parse(line) as { name?: string }).name ?? [])
}
/**
 * Opens a page again. Returns the reads it requests itself until it is idle, and whether it requested its first
 * answers.
 */
export const openAnew = async ({ page }: Seat, path: string) => {
  const asked: string[] = []
  let isFirstAsked = false
  const hear = (request: Request) => {
    asked.push(...readsOf(request))
    isFirstAsked ||= new URL(request.url()).pathname === '/first'
  }
  page.on('request', hear)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  page.off('request', hear)
  return { asked, isFirstAsked }
}
