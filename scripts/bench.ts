import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/migrate.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { measureBackup } from './bench/backup.ts'
import { measureBrowser } from './bench/browser.ts'
import { measureDatabase } from './bench/database.ts'
import { measureFiles } from './bench/files.ts'
import { measureGrowth } from './bench/growth.ts'
import type { Pace } from './bench/load.ts'
import { startLantern } from './bench/lantern.ts'
import { measureProcesses } from './bench/processes.ts'
import { measureRegistration } from './bench/registration.ts'
import { measureServer } from './bench/server.ts'
import { fillDemo, measureStart } from './bench/start.ts'
import { measureStreams } from './bench/streams.ts'
import { type Line, print } from './bench/table.ts'
import { loadCrowd } from './crowdRows.ts'

/** The parts that need the demo school with a large number of students. */
const crowded = ['files', 'server', 'registration', 'processes', 'backup'] as const
/** The parts that need the demo school. */
const inDemo = ['browser', 'streams', ...crowded] as const
/** The parts of the benchmark. Each result is shown with its goals and with the figure of the last run. */
const parts = ['start', 'growth', 'database', ...inDemo] as const
const schema = 'school'

const words = process.argv.slice(2)
/** Measures everything, but less often and in a single school, for a quick look. */
const isShort = words.includes('short')
const asked = words.filter(word => word !== 'short')
const pace: Pace = isShort ? { rounds: 1, roundMs: 700 } : { rounds: 3, roundMs: 700 }
/** The number of students of a big city's school, which most parts use. */
const usual = 10_000
/** The number of students in the backup measurement. The full size has 2.7 million rows. */
const backedUp = isShort ? usual : 75_000
/** The numbers of students for which screens and the server's rows are measured, after the demo's own 314. */
const larger = isShort ? [usual] : [3_000, usual, 30_000]
const sizes = isShort ? larger : [300, ...larger]

/** The results of the last run on this machine, by goal. */
const resultFile = '.cache/bench.json'
type Results = { at: string; machine: string; values: Record<string, number> }
const before: Partial<Results> = existsSync(resultFile) ? (JSON.parse(readFileSync(resultFile, 'utf8')) as Results) : {}
const values: Record<string, number> = { ...before.values }
let shownAt = performance.now()
const show = (title: string, lines: readonly Line[]): void => {
  print(title, lines, before.values)
  console.log(`(${((performance.now() - shownAt) / 1000).toFixed(0)} s)`)
  shownAt = performance.now()
  for (const { goal, value } of lines) if (value !== undefined) values[goal] = value
  const processors = cpus()
  mkdirSync('.cache', { recursive: true })
  const results: Results = {
    at: new Date().toISOString(),
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
    values,
  }
  writeFileSync(resultFile, `${JSON.stringify(results, null, 2)}\n`)
}

const unknown = asked.find(each => !parts.some(part => part === each))
if (unknown !== undefined) {
  console.error(
    `The bench has no part "${unknown}". Name any of ${parts.join(', ')}, or none for all. "short" takes less time.`,
  )
  process.exit(2)
}
const wanted = (part: (typeof parts)[number]) => asked.length === 0 || asked.includes(part)

const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
// As root, the database runs under another account. Where that account has no access, the database is elsewhere and
// isn't copied along.
chmodSync(folder, 0o711)
const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
try {
  console.log('Filling the demo school …')
  const DATA_DIR = join(folder, 'school')
  const fillMs = await fillDemo(DATA_DIR)
  if (wanted('start')) {
    const often = isShort ? { starts: 1, quietMs: 3_000 } : { starts: 3, quietMs: 10_000 }
    show('the start', await measureStart(join(folder, 'starts'), { DATA_DIR, fillMs, ...often }))
  }
  /** A copy of the demo school, for parts that change it a lot. */
  const copyFor = (part: string): string => {
    const own = join(folder, part)
    cpSync(DATA_DIR, own, { recursive: true })
    return own
  }
  if (wanted('growth'))
    show('what pages show first, as the school grows', await measureGrowth(copyFor('growth'), schema, larger))
  if (wanted('database')) show('the database', await measureDatabase(copyFor('database'), pace))
  if (inDemo.some(wanted)) {
    const postgres = await startPostgres({ dataDir: join(DATA_DIR, 'demo') })
    ends.push(() => postgres.stop())
    const token = randomUUID()
    const own = { DATA_DIR, DATABASE_URL: postgres.url, SCHOOL_SCHEMA: schema }
    const lantern = await startLantern({ ...own, METRICS_TOKEN: token })
    ends.push(() => lantern.stop())
    if (wanted('browser')) show('the browser, CPU ÷ 4, 1.6 Mbit/s, 150 ms', await measureBrowser(lantern, isShort))
    if (wanted('streams')) show('event streams', await measureStreams(lantern, postgres.url, schema, isShort))
    if (crowded.some(wanted)) {
      const database = openDatabase(postgres.url, schema)
      ends.push(() => database.close())
      await migrate(database, schema)
      const at = { url: postgres.url, schema, dataDir: DATA_DIR }
      for (const students of wanted('server') ? sizes : [usual]) {
        await loadCrowd(database, students)
        if (students === usual && wanted('files'))
          show('large files', await measureFiles(lantern, token, postgres.url, schema, isShort))
        if (wanted('server')) {
          const size = students.toLocaleString('en')
          const lines = await measureServer(lantern, { ...at, students, pace })
          show(
            `the server, ${size} students`,
            lines.map(line => ({ ...line, goal: `${size}: ${line.goal}` })),
          )
        }
        if (students !== usual) continue
        if (wanted('registration')) {
          const day = isShort
            ? { minutes: 0.5, lookMs: 3_000, curve: [] }
            : { minutes: asked.length === 0 ? 1 : 10, lookMs: 8_000, curve: [600, 1_200, 2_400] }
          show('the day of registration', await measureRegistration(lantern, { ...at, ...day }))
        }
        if (wanted('processes')) show('several processes', await measureProcesses(lantern, { ...at, pace }))
      }
      if (wanted('backup')) {
        await loadCrowd(database, backedUp)
        await lantern.stop()
        show('backup and restore', await measureBackup(database, postgres, schema, folder))
      }
    }
  }
} finally {
  for (const end of ends.reverse()) await end()
}
