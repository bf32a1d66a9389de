import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { takeBackup } from '#server/backup.ts'
import { migrate } from '#server/migrate.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import type { Postgres } from '#server/platform/postgres.ts'
import { restoreBackup } from '#server/restore.ts'
import { type Line, limitLine } from './table.ts'

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

type Table = { name: string; columns: string }
const tablesOf = async ({ pool }: Database, schema: string): Promise<Table[]> =>
  (
    await pool.query<Table>(
      `select c.relname as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' group by c.relname`,
      [schema],
    )
  ).rows

/** Copies every table out, to nowhere or into the same tables of another school, and does nothing else. */
const plainCopy = async (database: Database, tables: readonly Table[], into?: Database): Promise<void> => {
  const source = await database.pool.connect()
  const target = await into?.pool.connect()
  try {
    // A plain copy skips foreign key checks and the school's own triggers.
    await target?.query('set session_replication_role = replica')
    await source.query('set statement_timeout = 0')
    await target?.query('set statement_timeout = 0')
    for (const { name, columns } of tables) {
      const out = source.query(copyTo(`copy "${name}" (${columns}) to stdout`))
      const sink = target
        ? target.query(copyFrom(`copy "${name}" (${columns}) from stdin`))
        : new Writable({ write: (_piece, _encoding, done) => done() })
      await pipeline(out, sink)
    }
  } finally {
    source.release(true)
    target?.release(true)
  }
}

/** Measures rows per second of a backup and a restore, compared with PostgreSQL's own copy of the same tables. */
export const measureBackup = async (
  database: Database,
  { url, adminUrl }: Pick<Postgres, 'url' | 'adminUrl'>,
  schema: string,
  folder: string,
): Promise<Line[]> => {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('grant set on parameter session_replication_role to lantern')
  await admin.end()
  const file = join(folder, 'bench.backup')
  const school = { database, schema, key: randomBytes(32) }
  const tables = await tablesOf(database, schema)
  const out = await seconds(() => plainCopy(database, tables))
  let count = 0
  const backup = await seconds(async () => (count = (await takeBackup(school, file)).rows))
  const inAnother = async (name: string, work: (target: Database) => Promise<number>): Promise<number> => {
    const target = openDatabase(url, name)
    try {
      return await work(target)
    } finally {
      await target.pool.query(`drop schema if exists "${name}" cascade`)
      await target.close()
    }
  }
  const into = await inAnother('bench_in', async target => {
    await migrate(target, 'bench_in')
    // The triggers that protect a school's rows also forbid emptying its tables.
    await target.pool.query(
      `begin; set local session_replication_role = replica; truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}; commit`,
    )
    return seconds(() => plainCopy(database, tables, target))
  })
  const restore = await inAnother('bench_restore', target =>
    seconds(() => restoreBackup({ database: target, schema: 'bench_restore', url }, file)),
  )
  const times = { out, backup, in: into, restore }
  const rate = (of: keyof typeof times) => count / times[of]
  const tell = (value: number) => `${(value / 1e6).toFixed(2)} M rows/s`
  const against = (of: keyof typeof times, plain: keyof typeof times) =>
    `plain copy ${tell(rate(plain))}, ratio ${(rate(of) / rate(plain)).toFixed(2)}`
  const millions = `${(count / 1e6).toFixed(1)} M rows, ${(statSync(file).size / 1e6).toFixed(0)} MB`
  return [
    limitLine('backup', rate('backup'), { least: 1e6 }, tell, {
      measured: `${tell(rate('backup'))} of ${millions}`,
      against: against('backup', 'out'),
    }),
    limitLine('restore, compared and with every key checked', rate('restore'), { least: 0.3e6 }, tell, {
      against: against('restore', 'in'),
    }),
  ]
}
