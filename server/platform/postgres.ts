import { createHash, randomBytes } from 'node:crypto'
import { rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeDataFolder, makePrivateFolder, settle } from './postgres/account.ts'
import { ensureCluster, superuser } from './postgres/cluster.ts'
import { prepareEngine } from './postgres/engine.ts'
import { clearLeftover } from './postgres/leftover.ts'
import { lockFolder } from './postgres/lock.ts'
import { spawnWatched, type Watched } from './postgres/watchdog.ts'

export type PostgresOptions = {
  /** The folder for this database alone; created if missing. */
  dataDir: string
  /** Receives the server's log, line by line. */
  log?: (line: string) => void
  /** Called once the server's process runs; it takes a while longer until the server answers. */
  begun?: () => void
  /** Called when the server ends without being asked to. */
  died?: (error: Error) => void
  /** Also serves 127.0.0.1, with passwords made at each start; port 0 picks a free port. Then `url` leads there. */
  listen?: { port: number }
  /** The folder of the engine's package, if it is not the installed one. */
  engine?: string
  /** The folder for the cluster if the server's account cannot enter the data folder. */
  closedFolderHome?: string
}

export type Postgres = {
  /** Connects to the database `lantern` as the role `lantern`, which owns it. */
  url: string
  /** Connects to the database `postgres` as superuser, for creating databases in tests. */
  adminUrl: string
  socketDir: string
  port: number
  /** Shuts the server down cleanly, without waiting for its clients. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on a data folder and creates the database at the first start.
 *
 * The server cannot outlive this process, even if this process is killed. Handling signals is up to the caller, who
 * calls `stop`. Only one Lantern at a time may use a folder. What an earlier one left behind is cleared. Throws if
 * another Lantern uses the folder or if the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const log = options.log ?? (() => undefined)
  const unlocks: (() => void)[] = []
  const unlock = () => unlocks.splice(0).forEach(release => release())
  let server: Watched | undefined
  try {
    const dataDir = await makeDataFolder(options.dataDir)
    unlocks.push(lockFolder(dataDir))
    const house = await settle(dataDir, log, options.closedFolderHome ?? '/var/lib/lantern')
    // Lock the place where the data really is, too: a copied checkout may lead to the same place.
    if (house.home !== dataDir) unlocks.push(lockFolder(house.home))
    const bin = await prepareEngine({ engine: options.engine, home: house.home, account: house.account })
    const socketDir = socketFolder(house.home)
    await clearLeftover(house.cluster, socketDir, log)
    await ensureCluster(house, bin, log)
    await makePrivateFolder(socketDir, house.account)

    const port = options.listen ? options.listen.port || (await freePort()) : defaultPort
    const settings = {
      listen_addresses: options.listen ? '127.0.0.1' : '',
      port: String(port),
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
      // The log goes to this process, whatever the cluster's own settings are.
      log_destination: 'stderr',
      logging_collector: 'off',
      // Nothing is replicated, and on a full disk a checkpoint that writes about replication would end the server.
      max_active_replication_origins: '0',
    }
    const lastLines: string[] = []
    server = spawnWatched(
      [
        join(bin, 'postgres'),
        '-D',
        house.cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      house.account,
      line => {
        lastLines.push(line)
        if (lastLines.length > 5) lastLines.shift()
        log(line)
      },
    )
    options.begun?.()
    const { ended, interrupt, abandon } = server
    const state = { isOver: false, isStopping: false }
    const over = ended.then(() => {
      state.isOver = true
      const error = new Error(`The database server ended: ${lastLines.join(' | ')}`)
      if (!state.isStopping) options.died?.(error)
      return error
    })
    const address = (role: string, database: string) =>
      `postgres://${role}@${encodeURIComponent(socketDir)}:${port}/${database}`
    await makeDatabase(await connect(address(superuser, 'postgres'), over, state))

    let stopped: Promise<void> | undefined
    const stop = async () => {
      state.isStopping = true
      interrupt()
      const patience = setTimeout(abandon, cleanStopLimit)
      await over
      clearTimeout(patience)
      if (!socketDir.startsWith(house.home)) await rmdir(socketDir).catch(() => undefined)
      unlock()
    }
    const urls = options.listen
      ? await openTcp(address(superuser, 'postgres'), port)
      : { url: address('lantern', 'lantern'), adminUrl: address(superuser, 'postgres') }
    return { ...urls, socketDir, port, stop: () => (stopped ??= stop()) }
  } catch (error) {
    server?.abandon()
    await server?.ended
    unlock()
    throw error
  }
}

/**
 * Reaches the embedded database of a data folder, for a command that works beside a running Lantern: the running
 * database, or else one that is started here and that `stop` stops.
 */
export const reachPostgres = async (dataDir: string): Promise<Pick<Postgres, 'url' | 'stop'>> => {
  const house = await settle(await makeDataFolder(dataDir), () => undefined, '/var/lib/lantern')
  const url = `postgres://lantern@${encodeURIComponent(socketFolder(house.home))}:${defaultPort}/lantern`
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return { url, stop: async () => undefined }
  } catch {
    return startPostgres({ dataDir })
  }
}

const defaultPort = 5432
/**
 * Milliseconds to wait for the server to start. Repairing a large database after a power cut takes time, and the log
 * reports it.
 */
const startLimit = 10 * 60_000
const cleanStopLimit = 60_000
/** The maximum length of a Unix socket's address in bytes, without the terminating zero. */
const socketPathLimit = 107

/** The socket's folder: beside the data where the path allows, otherwise a short path derived from the data folder. */
function socketFolder(home: string): string {
  const beside = join(home, 'socket')
  const isUsable =
    Buffer.byteLength(join(beside, `.s.PGSQL.${defaultPort}0`)) < socketPathLimit && /^[\w./-]+$/.test(beside)
  return isUsable ? beside : join(tmpdir(), `lantern-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
}

/** Tries to connect until the server answers. Throws if the server ends, or after ten minutes. */
async function connect(url: string, over: Promise<Error>, state: { isOver: boolean }): Promise<pg.Client> {
  const deadline = Date.now() + startLimit
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    // Without a listener, a connection cut by the server's end would end this process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (state.isOver) throw new Error(`The database server did not start. ${(await over).message}`, { cause: error })
      if (Date.now() > deadline) throw new Error('The database server did not answer in time.', { cause: error })
      await pause(10)
    }
  }
}

/** Creates the role and the database if they are missing, also after an interrupted first start. */
async function makeDatabase(client: pg.Client): Promise<void> {
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'lantern') as role,
             exists (select from pg_database where datname = 'lantern') as database`)
    if (!rows[0]?.role) await client.query('create role lantern login')
    if (!rows[0]?.database) await client.query('create database lantern owner lantern')
  } finally {
    await client.end()
  }
}

async function openTcp(socketUrl: string, port: number): Promise<{ url: string; adminUrl: string }> {
  const password = randomBytes(24).toString('hex')
  const client = new pg.Client({ connectionString: socketUrl })
  await client.connect()
  try {
    for (const role of ['lantern', superuser]) await client.query(`alter role ${role} password '${password}'`)
  } finally {
    await client.end()
  }
  const address = (role: string, database: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
  return { url: address('lantern', 'lantern'), adminUrl: address(superuser, 'postgres') }
}

/** Finds a free port, because PostgreSQL cannot pick one itself. */
const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('No free port.')),
      )
    })
  })
