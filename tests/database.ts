import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#server/platform/postgres.ts'
import { scratch } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects to the test server as superuser. Each test file creates its own database there. */
    adminUrl: string
  }
}

type TestDatabase = { socketUrl: string; tcpUrl: string; users: number; stop(): Promise<void> }

/** Every project loads this file again, so the run's single server is stored outside of the module. */
const run = globalThis as { lanternTestDatabase?: Promise<TestDatabase> | undefined }

/** Gives a test project access to the run's PostgreSQL: one embedded server, or the one named by TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await (run.lanternTestDatabase ??= start())
  database.users += 1
  project.provide('adminUrl', project.name === 'tcp' ? database.tcpUrl : database.socketUrl)
  return async () => {
    database.users -= 1
    if (database.users > 0) return
    run.lanternTestDatabase = undefined
    await database.stop()
  }
}

async function start(): Promise<TestDatabase> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { socketUrl: given, tcpUrl: given, users: 0, stop: async () => undefined }
  const folder = await mkdtemp(join(scratch(), 'lantern-run-'))
  const server = await startPostgres({ dataDir: folder, listen: { port: 0 } })
  await hurry(server.adminUrl)
  return {
    socketUrl: `postgres://postgres@${encodeURIComponent(server.socketDir)}:${server.port}/postgres`,
    tcpUrl: server.adminUrl,
    users: 0,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Turns durability off: no data outlives the run, so the server need not wait for the disk. */
async function hurry(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`)
  await client.query("alter system set max_wal_size = '128MB'")
  await client.query('select pg_reload_conf()')
  await client.end()
}
