import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomBytes } from 'node:crypto'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { takeBackup } from '#server/backup.ts'
import { migrate } from '#server/migrate.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { restoreBackup } from '#server/restore.ts'
import { type Line, median } from './table.ts'

const turns = 3
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

/** Copies every table out, into nothing or into the same tables of another school, and does nothing else. */
const plainCopy = async (database: Database, tables: readonly Table[], into?: Database): Promise<void> => {
  const source = await database.pool.connect()
  const target = await into?.pool.connect()
  try {
    // What a plain copy leaves out: the order of tables, and the school's own triggers.
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

/** How many rows a second a backup and a restore take, beside PostgreSQL's own copy of the same tables. */
export const measureBackup = async (
  database: Database,
  url: string,
  schema: string,
  folder: string,
): Promise<Line[]> => {
  const file = join(folder, 'bench.backup')
  const school = { database, schema, key: randomBytes(32) }
  const tables = await tablesOf(database, schema)
  const times: Record<'out' | 'backup' | 'in' | 'restore', number[]> = { out: [], backup: [], in: [], restore: [] }
  let count = 0
  for (let turn = 1; turn <= turns; turn += 1) {
    times.out.push(await seconds(() => plainCopy(database, tables)))
    times.backup.push(await seconds(async () => (count = (await takeBackup(school, file)).rows)))
    for (const how of ['in', 'restore'] as const) {
      const other = `bench_${how}`
      const target = openDatabase(url, other)
      try {
        if (how === 'restore')
          times.restore.push(await seconds(() => restoreBackup({ database: target, schema: other, url }, file)))
        else {
          await migrate(target, other)
          await target.pool.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
          times.in.push(await seconds(() => plainCopy(database, tables, target)))
        }
        await target.pool.query(`drop schema "${other}" cascade`)
      } finally {
        await target.close()
      }
    }
  }
  const rate = (of: keyof typeof times) => count / median(times[of])
  const told = (of: keyof typeof times) => `${(rate(of) / 1e6).toFixed(2)} M rows/s`
  const against = (of: keyof typeof times, plain: keyof typeof times) =>
    `plain copy ${told(plain)}, ratio ${(rate(of) / rate(plain)).toFixed(2)}`
  const millions = `${(count / 1e6).toFixed(1)} M rows, ${(statSync(file).size / 1e6).toFixed(0)} MB`
  return [
    {
      goal: 'backup',
      measured: `${told('backup')} of ${millions}`,
      against: against('backup', 'out'),
      target: '≥ 1 M rows/s',
    },
    {
      goal: 'restore, compared and with every key checked',
      measured: told('restore'),
      against: against('restore', 'in'),
      target: '≥ 0.3 M rows/s',
      value: rate('restore'),
      isMet: rate('restore') >= 0.3e6,
    },
  ]
}
