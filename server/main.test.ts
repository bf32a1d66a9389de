import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#tests/database-fixture.ts'
import { openMailServer } from '#tests/mailServer.ts'
import { freePort } from '#tests/ports.ts'

/** The environment of a child process. It keeps Node's compile cache, as `npm start` does. */
const environment = (env: Record<string, string>) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...env,
})

const root = fileURLToPath(new URL('..', import.meta.url))
const running: ChildProcess[] = []
const folders: string[] = []
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-main-'))
  folders.push(folder)
  return folder
}
afterAll(async () => {
  for (const process of running) await end(process)
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Ends Lantern with SIGTERM, as an operating system does, and which counts as a normal end. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}

/**
 * Starts Lantern as `npm start` does, and waits until it is open or has failed. `whileBuilding` starts it before the
 * web app is built, as `npm run demo` does, and gets the process once it has begun.
 */
const start = async (env: Record<string, string>, whileBuilding?: (child: ChildProcess) => void) => {
  const child = spawn(process.execPath, ['dist/server/main.js', ...(whileBuilding ? ['--while-building'] : [])], {
    cwd: root,
    env: environment(env),
    stdio: ['pipe', 'pipe', 'pipe', ...(whileBuilding ? (['ipc'] as const) : [])],
  }) as ChildProcessWithoutNullStreams
  if (whileBuilding) child.stdout.once('data', () => whileBuilding(child))
  running.push(child)
  const output = { out: '', error: '' }
  const settled = new Promise<number | null>(done => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.out += chunk.toString()
      if (/Emails are kept/.test(output.out)) done(null)
    })
    child.stderr.on('data', (chunk: Buffer) => (output.error += chunk.toString()))
    child.once('exit', code => done(code))
  })
  return { code: await settled, output, child }
}

/** Runs `npm run doctor`. */
const examineBy = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', './scripts/importOnce.ts', 'scripts/doctor.ts'], {
    cwd: root,
    env: environment(env),
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, wrong: out.split('\n').filter(line => line.startsWith('✗')) }
}

describe('a production start on an empty folder', () => {
  let env: Record<string, string> & { PORT: string }
  let first: Awaited<ReturnType<typeof start>>
  const codeOf = ({ output }: typeof first) => /enter the code (\S+)/.exec(output.out)?.[1]
  const getConfig = (data: object, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${env.PORT}/fn/config-get`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ data }),
    })

  beforeAll(async () => {
    env = { DATA_DIR: await newFolder(), PORT: String(await freePort()), HOST: '127.0.0.1' }
    first = await start({ ...env, LOG_LEVEL: 'info', TRUST_PROXY: '1' })
  })

  test('prints the setup code', async () => {
    expect(codeOf(first)).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    const config = await getConfig({})
    expect(await config.json()).toMatchObject({ result: { school: null, isDemo: false, demoAccounts: [] } })
  })

  test('logs invalid input under the request ID from the proxy', async () => {
    const odd = await getConfig({ text: '\0' }, { 'x-request-id': 'named-by-the-proxy' })
    expect(odd.status).toBe(400)
    const reference = odd.headers.get('x-reference')
    await expect
      .poll(() => first.output.error)
      .toMatch(new RegExp(`"request":"named-by-the-proxy","reference":"${reference}".*"the input was not valid"`))
  })

  test('lacks only a mail server, according to the doctor', async () => {
    const doctor = await examineBy(env)
    expect(doctor).toMatchObject({ code: 1, wrong: [expect.stringMatching(/^✗ Email: No mail server is set/)] })
    expect(doctor.out).toMatch(/^✓ Database: PostgreSQL 18/m)
    expect(doctor.out).toMatch(/^1 of \d+ needs your attention\.$/m)
  })

  test('prints another code at the next start', async () => {
    await end(first.child)
    const second = await start(env)
    expect(codeOf(second)).toMatch(/^[A-Z2-9-]{14}$/)
    expect(codeOf(second)).not.toBe(codeOf(first))
    await end(second.child)
  })

  test('opens only once the web app is built, if that isn’t done before', async () => {
    const given = await start(env, child => child.disconnect())
    expect([given.code, given.output.out]).toEqual([1, 'Starting the database …\n'])
    const built = await start(env, child => child.send('built'))
    expect(built.output.out).toContain(`Lantern is open at http://localhost:${env.PORT}`)
  })
})

test.each([
  [{ PORT: 'web' }, 'The setting PORT is "web", but it must be a port number between 1 and 65535.'],
  [
    { SCHOOL_CLOCK: '2026-11-22T14:05:00-05:00' },
    'SCHOOL_CLOCK moves the school to another time, so it works only in the demo. Remove it.',
  ],
  [
    { DATABASE_URL: 'postgres://lantern:x@127.0.0.1:9/lantern' },
    'The database at DATABASE_URL can’t be used: connect ECONNREFUSED 127.0.0.1:9. Check the address, and that its server is running.',
  ],
  [
    { DATA_DIR: '/proc/lantern' },
    'Lantern can’t write to the folder /proc/lantern: give its account permission, or set DATA_DIR to another folder.',
  ],
])('a wrong setting (%o) stops the start with one sentence', async (env, sentence) => {
  const { code, output } = await start(env)
  expect([code, output.error]).toEqual([1, `${sentence}\n`])
})

test('the doctor exits with 0 when nothing is wrong', async () => {
  const folder = await newFolder()
  const { url, drop } = await freshDatabase()
  const mail = await openMailServer()
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'office@school.example',
  }
  expect(await examineBy(env)).toMatchObject({
    code: 0,
    wrong: [],
    out: expect.stringMatching(/\nAll is well\.\n$/) as string,
  })
  await mail.close()
  await drop()
})

test('a data folder that can’t be written is reported in one sentence', async () => {
  const file = join(await newFolder(), 'school.txt')
  await writeFile(file, '')
  const { code, output } = await start({ DATA_DIR: file, PORT: String(await freePort()) })
  expect([code, output.error]).toEqual([
    1,
    `Lantern can’t write to the folder ${file}: give its account permission, or set DATA_DIR to another folder.\n`,
  ])
})

test('a port in use is reported before anything is created', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const folder = await newFolder()
  const port = (taken.address() as AddressInfo).port
  const { code, output } = await start({ DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1' })
  expect([code, output.error]).toEqual([
    1,
    `Port ${port} is taken, perhaps by a Lantern that is already running: stop it, or set PORT to a free port.\n`,
  ])
  expect(await readdir(folder)).toEqual([])
  taken.close()
})
