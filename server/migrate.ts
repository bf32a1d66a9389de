import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client, Database } from '#server/platform/db.ts'
import { searchStatements, searchVersion } from '#server/platform/search.ts'
import { refuseOldServer } from '#server/platform/serverVersion.ts'
import { leftOut } from '#server/tables.ts'

const folder = new URL('./migrations/', import.meta.url)
type Journal = { entries: { tag: string; idx: number }[] }

/** The names of all migrations that this Lantern knows, oldest first. */
export const migrationNames = (): string[] =>
  (JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as Journal).entries.map(({ tag }) => tag)

/**
 * The migrations that a school's schema lacks (all if there is no school), and those of a newer Lantern that it has.
 * Throws if the database doesn't answer.
 */
export const migrationState = async (client: Client): Promise<{ missing: string[]; unknown: string[] }> => {
  const known = migrationNames()
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  )
  if (!found[0]!.there) return { missing: known, unknown: [] }
  const { rows: made } = await client.query<{ tag: string }>('select tag from migrations order by tag')
  const done = made.map(({ tag }) => tag)
  return { missing: known.filter(tag => !done.includes(tag)), unknown: done.filter(tag => !known.includes(tag)) }
}

/**
 * Brings a school's schema up to date. Several processes may start at the same time: an advisory lock lets one of them
 * do it, first for what all schools of a database share (search by sound), then for the school's own schema. The
 * generated SQL names the schema `public`; that is removed, since the search path selects the school. `only` restricts
 * the migrations: a backup is restored into the tables that it was taken from.
 */
export const migrate = async (database: Database, schema: string, only?: readonly string[]): Promise<void> => {
  const client = await database.pool.connect()
  try {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock(7166, 1)')
    try {
      await client.query('create extension if not exists pg_trgm with schema public')
      const { rows: made } = await client.query<{ version: string | null }>(
        "select obj_description(to_regprocedure('public.sought(text,text,text,text,text)'), 'pg_proc') as version",
      )
      if (made[0]?.version !== searchVersion) await client.query(await searchStatements())
    } finally {
      await client.query('select pg_advisory_unlock(7166, 1)')
    }
    // From here on each school has its own lock, so that the schools of one database don't wait for each other.
    await client.query('select pg_advisory_lock(7172, hashtext($1))', [schema])
    try {
      await client.query(`create schema if not exists "${schema}"`)
      await client.query(
        'create table if not exists migrations (tag text primary key, hash text not null, at timestamptz not null default now())',
      )
      const done = new Set((await client.query<{ tag: string }>('select tag from migrations')).rows.map(row => row.tag))
      const missing = migrationNames().filter(tag => !done.has(tag) && (only?.includes(tag) ?? true))
      for (const tag of missing) {
        const sql = readFileSync(new URL(`${tag}.sql`, folder), 'utf8')
        await client.query('begin')
        try {
          await client.query(sql.replaceAll('"public".', ''))
          await client.query('insert into migrations (tag, hash) values ($1, $2)', [
            tag,
            createHash('sha256').update(sql).digest('hex'),
          ])
          await client.query('commit')
        } catch (error) {
          await client.query('rollback')
          throw error
        }
      }
      await client.query('select record_batches($1)', [JSON.stringify({ ...leftOut, migrations: 'all' })])
    } finally {
      await client.query('select pg_advisory_unlock(7172, hashtext($1))', [schema])
    }
  } finally {
    client.release()
  }
}
