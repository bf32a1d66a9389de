import { join } from 'node:path'
import { firstReadsPath } from '#contract/callable.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { loadCrowd } from '../crowdRows.ts'
import { type Running, signIn, startLantern } from './lantern.ts'
import { type Line, limitLine, median } from './table.ts'

/**
 * The pages that people open, and the most by which each may slow down with a hundred times the students (goals:
 * families and teachers 1.3, the office 3).
 */
const pages = [
  { who: 'parent', path: '/dashboard/', most: 1.3 },
  { who: 'parent', path: '/student', most: 1.3 },
  { who: 'parent', path: '/parent', most: 1.3 },
  { who: 'parent', path: '/paymenthistory', most: 1.3 },
  { who: 'parent', path: '/calendar', most: 1.3 },
  { who: 'parent', path: '/messages', most: 1.3 },
  { who: 'teacher', path: '/teacherdashboard/', most: 1.3 },
  { who: 'office', path: '/admindashboard', most: 3 },
  { who: 'office', path: '/adminstudent', most: 3 },
  { who: 'office', path: '/adminpayment', most: 3 },
] as const

/** The time for everything a page shows first, in milliseconds, in the order of `pages`. */
type Times = readonly number[]

/** Requests each page's first answers repeatedly, one after the other, as the person's browser does. */
const measurePages = async ({ origin }: Pick<Running, 'origin'>): Promise<Times> => {
  const cookies = new Map<string, string>()
  for (const { who } of pages) if (!cookies.has(who)) cookies.set(who, (await signIn(origin, who)).cookie)
  const times: number[] = []
  for (const { who, path } of pages) {
    const headers = { cookie: cookies.get(who)!, 'sec-fetch-site': 'same-origin' }
    const open = async (): Promise<number> => {
      const begun = performance.now()
      const answer = await fetch(`${origin}${firstReadsPath}?page=${encodeURIComponent(path)}`, { headers })
      const lines = (await answer.text()).trim().split('\n')
      const failed = lines.find(line => (JSON.parse(line) as { status?: number }).status === 500)
      if (answer.status !== 200 || failed) throw new Error(`${path} answered ${answer.status}: ${failed ?? lines[0]}`)
      return performance.now() - begun
    }
    const taken: number[] = []
    for (let turn = 0; turn < 35; turn += 1) taken.push(await open())
    // The first requests fill the caches.
    times.push(median(taken.slice(5)))
  }
  return times
}

/** A line for each page: its time at each size, and the ratio of the largest size to the smallest. */
const growthLines = (found: readonly { size: string; times: Times }[]): Line[] =>
  pages.map(({ who, path, most }, at) => {
    const ms = found.map(({ times }) => times[at]!)
    const against = ms.map((each, index) => `${found[index]!.size}: ${each.toFixed(1)} ms`).join(', ')
    return limitLine(`${path} (${who})`, ms.at(-1)! / ms[0]!, { most }, value => `${value.toFixed(2)} times`, {
      against,
    })
  })

/** Measures the pages of the demo school in `DATA_DIR`, first as it is and then with growing numbers of students. */
export const measureGrowth = async (DATA_DIR: string, schema: string, sizes: readonly number[]): Promise<Line[]> => {
  const postgres = await startPostgres({ dataDir: join(DATA_DIR, 'demo') })
  const ends: (() => Promise<unknown>)[] = [() => postgres.stop()]
  try {
    const lantern = await startLantern({ DATA_DIR, DATABASE_URL: postgres.url, SCHOOL_SCHEMA: schema })
    ends.push(() => lantern.stop())
    const database = openDatabase(postgres.url, schema)
    ends.push(() => database.close())
    // The first round is discarded: a process that has just started is slower, which would flatter the ratios.
    await measurePages(lantern)
    const found = [{ size: 'the demo', times: await measurePages(lantern) }]
    for (const students of sizes) {
      await loadCrowd(database, students)
      found.push({ size: students.toLocaleString('en'), times: await measurePages(lantern) })
    }
    return growthLines(found)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
