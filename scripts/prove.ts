import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFirefox } from '#tests/browser.ts'
import { lacksPatroni } from './prove/patroni.ts'
import { isPostgres15Here, startPostgres15 } from './prove/postgres15.ts'
import type { TestReport } from './testReport.ts'
import { vitest, wasCancelled } from './vitest.ts'

/** The result of a check: the numbers of passed and failed tests, and the figures to keep. */
type Found = Pick<TestReport, 'passed' | 'failed' | 'failures'> & { figures: string }
/** A check that takes too long for every run. `missing` names what must be installed for it to run. */
type Check = {
  about: string
  missing?(): string | undefined
  /**
   * What the machine does not allow, regardless of what is installed. The check is then skipped, and its line says so.
   */
  forbidden?(): string | undefined
  run(): Promise<Found>
}

const told = (report: TestReport, figures: string): Found => ({ ...report, figures })

/** Runs a test file of tests/prove/, which writes its figures itself. */
const longCheck = async (name: string): Promise<Found> => {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-figures-'))
  const file = join(folder, 'figures')
  try {
    const report = await vitest(['--project=prove', `tests/prove/${name}`], { PROVE: '1', FIGURES: file })
    const figures = await readFile(file, 'utf8').catch(() => '')
    return told(report, figures.trim().replaceAll('\n', '; '))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
/** The packages to install for missing programs; `programs` maps packages to programs. */
const lacksPrograms = (programs: Record<string, string>): string | undefined =>
  Object.entries(programs)
    .filter(([, program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([name]) => `the package ${name}`)
    .join(' and ') || undefined
const forbidsDisks = (): string | undefined =>
  process.getuid?.() === 0 && existsSync('/dev/loop-control')
    ? undefined
    : 'not possible here: it must mount disks as root'
const needsPostgres15 = () => (isPostgres15Here() ? undefined : 'the package postgresql-15')

const checks: Record<string, Check> = {
  postgres: {
    about: 'server tests on PostgreSQL 15',
    missing: needsPostgres15,
    async run() {
      const server = await startPostgres15()
      try {
        const report = await vitest(['--project=server', '--project=tcp'], { TEST_DATABASE_URL: server.url })
        return told(report, `${report.files.length} files`)
      } finally {
        await server.stop()
      }
    },
  },
  engine: {
    about: 'the embedded database through crashes and interruptions',
    run: async () =>
      told(await vitest(['--project=prove', 'tests/prove/engine'], { PROVE: '1' }), 'starts, kills, leftovers, locks'),
  },
  kills: {
    about: 'the whole program killed while people write',
    missing: needsPostgres15,
    run: () => longCheck('kills'),
  },
  processes: {
    about: 'three processes behind one port, restarted and killed under load',
    missing: needsPostgres15,
    run: () => longCheck('processes'),
  },
  money: {
    about: 'random histories of families’ money, compared with a model',
    run: () => longCheck('money'),
  },
  disks: {
    about: 'a disk that fills up, and one that becomes read-only',
    missing: () => lacksPrograms({ e2fsprogs: 'mkfs.ext4' }),
    forbidden: () => forbidsDisks(),
    run: () => longCheck('disks'),
  },
  power: {
    about: 'power cuts, on a disk of its own',
    missing: () => lacksPrograms({ e2fsprogs: 'mkfs.ext4', xfsprogs: 'mkfs.xfs' }),
    forbidden: () => forbidsDisks(),
    run: () => longCheck('powerCuts'),
  },
  faults: {
    about: 'a database that is lost and comes back, and a slow mail server',
    missing: needsPostgres15,
    run: () => longCheck('faults'),
  },
  failover: {
    about: 'the primary of two PostgreSQL servers fails',
    missing: lacksPatroni,
    run: () => longCheck('failover'),
  },
  overload: {
    about: 'five times as many callers as Lantern can take',
    run: () => longCheck('overload'),
  },
  schools: {
    about: '200 small schools on one host, and no school’s data seen at another',
    run: () => longCheck('schools'),
  },
  fuzz: {
    about: 'requests that nobody should send',
    run: async () =>
      told(
        await vitest(['--project=prove', 'tests/prove/fuzz'], { PROVE: '1' }),
        `${process.env['FUZZ_REQUESTS'] ?? '100000'} requests`,
      ),
  },
  imports: {
    about: 'made-up schools in twelve kinds of sheets',
    run: async () =>
      told(await vitest(['--project=prove', 'tests/prove/imports'], { PROVE: '1' }), '150 schools in each kind'),
  },
  plans: {
    about: 'how the database reads the data of every screen, in a school with 10,000 students',
    run: async () =>
      told(
        await vitest(['--project=prove', 'tests/prove/plans'], { PROVE: '1' }),
        'no large table read from end to end',
      ),
  },
  journeys: {
    about: 'the journeys that npm test leaves out',
    async run() {
      const report = await vitest(['--project=journeys', 'tests/prove/journeys'], { PROVE: '1' })
      return told(report, `${report.files.length} files`)
    },
  },
  looks: {
    about: 'all journeys at every width, with pictures',
    async run() {
      const report = await vitest(['--project=journeys'], { PROVE: '1', EVERY_LOOK: '1', PICTURES: '1' })
      return told(report, `${report.files.length} files, pictures in tests/shots/`)
    },
  },
  firefox: {
    about: 'main journeys in Firefox',
    missing: () => (findFirefox() ? undefined : 'the package firefox-esr'),
    run: async () =>
      told(
        await vitest(['--project=prove', 'tests/prove/firefox'], { PROVE: '1' }),
        'parent, teacher, office, visitor',
      ),
  },
  slow: {
    about: 'every screen on a slow device and a busy machine',
    run: async () =>
      told(await vitest(['--project=prove', 'tests/prove/slowDevice'], { PROVE: '1' }), 'CPU ÷ 4, 8 and 12'),
  },
}

const asked = process.argv.slice(2)
const unknown = asked.find(name => !Object.hasOwn(checks, name))
if (unknown !== undefined) {
  console.error(`There is no check "${unknown}". Name any of ${Object.keys(checks).join(', ')}, or none for all.`)
  process.exit(2)
}

const lines: string[][] = [['check', 'result', 'figures', 'time']]
const failures: string[] = []
let passed = 0
let failed = 0
for (const [name, { about, missing, forbidden, run }] of Object.entries(checks)) {
  if (wasCancelled()) break
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${about} …`)
  const isForbidden = forbidden?.()
  if (isForbidden) {
    lines.push([about, isForbidden, '', ''])
    continue
  }
  const from = Date.now()
  const absent = missing?.()
  const found: Found = absent
    ? { passed: 0, failed: 1, failures: [`✗ ${about}: install ${absent}`], figures: `needs ${absent}` }
    : await run().catch((error: unknown) => ({
        passed: 0,
        failed: 1,
        failures: [String(error)],
        figures: 'did not run',
      }))
  passed += found.passed
  failed += found.failed
  failures.push(...found.failures)
  const result = found.failed === 0 ? `${found.passed} passed` : `${found.passed} passed, ${found.failed} failed`
  lines.push([about, result, found.figures, `${Math.round((Date.now() - from) / 1000)} s`])
}

const widths = lines[0]!.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
console.log('')
for (const line of lines)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
