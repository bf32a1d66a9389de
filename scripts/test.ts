import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '#server/platform/postgres.ts'
import { check, type Sum } from './check.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is given after `npm test --` goes to Vitest, which then runs alone and once. */
const given = process.argv.slice(2)
const filters = given.filter(word => !word.startsWith('-'))

const sum: Sum = { passed: 0, failed: 0 }
/** What failed, told once more at the end, where whoever reads a long log looks first. */
const failures: string[] = []
const add = ({ passed, failed }: Sum) => {
  sum.passed += passed
  sum.failed += failed
}

let running: ChildProcess | undefined
let isCancelled = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isCancelled = true
    running?.kill(signal)
  })
}

/** Everything that the tests leave lying goes with it; open, as the database runs under another account. */
const folder = await mkdtemp(join(tmpdir(), 'lantern-tests-'))
await chmod(folder, 0o755)
try {
  if (given.length === 0) add(await check())
  const journeys = globSync('tests/journeys/**/*.test.ts', { cwd: root })
  const areJourneysMeant = journeys.some(file => filters.length === 0 || filters.some(word => file.includes(word)))
  const chromium = areJourneysMeant ? await findChromium() : undefined
  if (areJourneysMeant && !chromium) add({ passed: 0, failed: 1 })
  add(
    await vitest(
      [...given, ...(areJourneysMeant && !chromium ? ['--project=unit', '--project=server', '--passWithNoTests'] : [])],
      chromium ? { CHROMIUM: chromium } : {},
    ),
  )
  if (given.length === 0 && !isCancelled) await again()
} catch (error) {
  console.error(error)
  add({ passed: 0, failed: 1 })
} finally {
  // After a cancelled run its database may still be writing its last words; the sum is worth more than a clean /tmp.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
}
if (isCancelled) add({ passed: 0, failed: 1 })
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)

/** Runs the server's tests once more as a school with a PostgreSQL server of its own meets them: over TCP, by address. */
async function again(): Promise<void> {
  console.log('\nThe server once more, on a database reached over TCP')
  const server = await startPostgres({ dataDir: join(folder, 'database'), listen: { port: 0 } })
  try {
    const isOfTheEngine = '--exclude=server/platform/postgres.test.ts'
    add(await vitest(['--project=server', isOfTheEngine, '--passWithNoTests'], { TEST_DATABASE_URL: server.adminUrl }))
  } finally {
    await server.stop()
  }
}

type Report = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

async function vitest(args: string[], env: Record<string, string>): Promise<Sum> {
  const report = join(folder, 'report.json')
  await rm(report, { force: true })
  const code = await new Promise<number | null>((done, fail) => {
    running = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, TMPDIR: folder, ...env } },
    )
    running.on('error', fail).on('close', done)
  })
  running = undefined
  const counted: Sum = { passed: 0, failed: 0 }
  const text = await readFile(report, 'utf8').catch(() => '')
  for (const file of text ? (JSON.parse(text) as Report).testResults : []) {
    const states = file.assertionResults.map(({ status }) => status)
    counted.passed += states.filter(status => status === 'passed').length
    // A file that could not even be loaded has no tests to count.
    counted.failed += states.filter(status => status === 'failed').length || (file.status === 'failed' ? 1 : 0)
    const path = file.name.replace(root, '')
    const broken = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages = [] } of broken)
      failures.push(`✗ ${path} > ${fullName}\n${failureMessages.join('\n').slice(0, 1500)}`)
    if (file.status === 'failed' && broken.length === 0)
      failures.push(`✗ ${path}\n${(file.message ?? '').slice(0, 1500)}`)
  }
  // An error outside every test, or no report at all.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  return counted
}

/** The browser of the journeys; it is installed where that is possible, and asked for where it is not. */
async function findChromium(): Promise<string | undefined> {
  const given = process.env['CHROMIUM']
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const find = () => (given ? [given] : places).find(place => existsSync(place))
  const found = find()
  if (found) return found
  if (!given && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the journeys … ')
    const begun = performance.now()
    const isDone = (await aptGet(['update'])) && (await aptGet(['install', '-y', 'chromium', 'fonts-noto-cjk']))
    console.log(isDone ? `done in ${Math.round((performance.now() - begun) / 1000)} s` : 'failed')
    const installed = find()
    if (installed) return installed
  }
  console.error('✗ The journeys need a browser: install Chromium, or set CHROMIUM to the path of its program.')
  return undefined
}

const aptGet = (args: string[]): Promise<boolean> =>
  new Promise(done => {
    const child = spawn('apt-get', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    running = child
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', () => done(false))
    child.on('close', code => {
      if (code !== 0) console.error(said.split('\n').slice(-10).join('\n'))
      done(code === 0)
    })
  })
