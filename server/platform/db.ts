import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { rememberingClients } from './statements.ts'
import { type Seal, sealWith } from './secrets.ts'
import { soughtStatements, soughtVersion } from './sought.ts'

/** What queries run on: the pool itself, or one transaction of it. */
export type Db = NodePgDatabase
/** The client of a transaction, for what must take part in it without Drizzle. */
export type Client = pg.ClientBase

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day must not become an instant of some zone.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

export type Database = {
  db: Db
  pool: pg.Pool
  /** Seals what lies in this database, with a key that lies outside of it. */
  secrets: Seal
  /** Runs `work` in one transaction and commits, or rolls back when it throws. */
  transaction<T>(work: (db: Db, client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Lets so many in at a time; the others wait for their turn, first come, first served. */
const turnstile = (places: number) => {
  const waiting: (() => void)[] = []
  let free = places
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>(enter => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Connections that transactions leave to reads, so that a rush of registrations does not keep the catalogue waiting. */
const keptForReads = 3

/**
 * Opens a school's database. A school is one schema; this is the only place that knows which. Sets nothing up:
 * see `migrate`.
 */
export const openDatabase = (url: string, schema: string, options: { max?: number; secrets?: Seal } = {}): Database => {
  const max = options.max ?? 8
  // A transaction waits here as long as its caller does; in the pool's own queue it would be turned away after seconds.
  const inTurn = turnstile(Math.max(1, max - keptForReads))
  const pool = new pg.Pool({
    Client: rememberingClients(),
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    options: `-c search_path=${schema},public -c timezone=UTC -c jit=off -c statement_timeout=60000 -c lock_timeout=20000 -c pg_trgm.word_similarity_threshold=0.5`,
  })
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const db = drizzle(pool, { casing: 'snake_case' })
  return {
    db,
    pool,
    secrets: options.secrets ?? sealWith(),
    transaction: work =>
      inTurn(async () => {
        const client = await pool.connect()
        let isBroken: Error | undefined
        try {
          await client.query('begin')
          const result = await work(drizzle(client, { casing: 'snake_case' }), client)
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch((failed: Error) => {
            isBroken = failed
          })
          throw error
        } finally {
          client.release(isBroken)
        }
      }),
    close: () => pool.end(),
  }
}

const folder = new URL('../migrations/', import.meta.url)
type Journal = { entries: { tag: string; idx: number }[] }

/**
 * Brings a school's schema up to date. Several processes may start together: an advisory lock lets one do it. The
 * generated SQL names the schema `public`; it is taken out, since the search path says which school is meant.
 */
export const migrate = async (database: Database, schema: string): Promise<void> => {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as Journal
  const client = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock(7166, 1)')
    try {
      await client.query(`create schema if not exists "${schema}"`)
      await client.query('create extension if not exists pg_trgm with schema public')
      const { rows: made } = await client.query<{ version: string | null }>(
        "select obj_description(to_regprocedure('public.sought(text,text,text,text,text)'), 'pg_proc') as version",
      )
      if (made[0]?.version !== soughtVersion) await client.query(await soughtStatements())
      await client.query(
        'create table if not exists migrations (tag text primary key, hash text not null, at timestamptz not null default now())',
      )
      const done = new Set((await client.query<{ tag: string }>('select tag from migrations')).rows.map(row => row.tag))
      const missing = journal.entries.filter(entry => !done.has(entry.tag))
      for (const { tag } of missing) {
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
      if (missing.length > 0) await client.query('select record_batches()')
    } finally {
      await client.query('select pg_advisory_unlock(7166, 1)')
    }
  } finally {
    client.release()
  }
}

/**
 * Runs one statement written in SQL. `T` is what the statement returns; the door checks it again against the
 * contract before it leaves.
 */
export const rows = async <T>(db: Db, statement: SQL): Promise<T[]> => (await db.execute(statement)).rows as T[]
