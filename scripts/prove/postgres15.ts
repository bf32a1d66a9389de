import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { scratch } from '#tests/scratch.ts'

const bin = '/usr/lib/postgresql/15/bin'
/** The id of an account without privileges. PostgreSQL refuses to run as root. */
const nobody = 65_534

/** True when the system's package of PostgreSQL 15 is installed: the oldest version that the README promises. */
export const isPostgres15Here = (): boolean => existsSync(join(bin, 'postgres'))

type Postgres15 = {
  /** Connects as superuser. */
  url: string
  /** Stops it at once, as a power cut would. */
  crash(): Promise<void>
  /** Starts it again and waits until it accepts connections. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a separate PostgreSQL 15 on a private socket. With `durable` its commits survive a crash; without, it is
 * faster.
 */
export const startPostgres15 = async ({ durable = false } = {}): Promise<Postgres15> => {
  const folder = await mkdtemp(join(scratch(), 'lantern-postgres-15-'))
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (account.uid !== undefined) for (const path of [folder, data]) await chown(path, account.uid, account.gid)
  await chmod(folder, 0o755)
  const made = spawnSync(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'],
    { cwd: '/', ...account, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`PostgreSQL 15 could not create a cluster: ${made.stderr}`)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_wal_size: '128MB',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  let server: ChildProcess
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-h', folder]).status === 0
  const begin = async () => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { cwd: '/', stdio: 'ignore', ...account },
    )
    while (!isReady()) {
      if (server.exitCode !== null) throw new Error('PostgreSQL 15 ended while starting.')
      await pause(100)
    }
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await begin()
  return {
    url: `postgres://postgres@${encodeURIComponent(folder)}/postgres`,
    begin,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
