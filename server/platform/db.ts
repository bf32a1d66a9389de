import type { SQL } from 'drizzle-orm'
import { toCamelCase } from 'drizzle-orm/casing'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { rememberingClients } from './statements.ts'
import { type Seal, sealWith } from './secrets.ts'

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
  /**
   * For reads of families and teachers: their statements are large, find a few rows by key, and are planned once instead
   * of at each call, which took longer than running them. Lists of the office depend on what is searched for.
   */
  planned: Db
  /** Seals what lies in this database, with a key that lies outside of it. */
  secrets: Seal
  /** Runs `work` in one transaction and commits, or rolls back when it throws. */
  transaction<T>(work: (db: Db, client: Client) => Promise<T>): Promise<T>
  /** How busy each pool is. Transactions wait in a line of their own, which counts with the first. */
  load(): Record<'calls' | 'reads', { used: number; most: number; waiting: number }>
  close(): Promise<void>
}

/** Limits how many run at a time. The others wait, first come, first served. */
const turnstile = (places: number) => {
  const waiting: (() => void)[] = []
  let free = places
  return {
    waiting: () => waiting.length,
    enter: async <T>(work: () => Promise<T>): Promise<T> => {
      if (free > 0) free -= 1
      else await new Promise<void>(enter => waiting.push(enter))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}

/**
 * Connections that transactions leave to reads, so that a rush of registrations does not keep the catalogue waiting.
 */
const keptForReads = 3

/**
 * Opens a school's database. A school is one schema; this is the only place that knows which. Sets nothing up:
 * see migrate.ts.
 */
export const openDatabase = (url: string, schema: string, options: { max?: number; secrets?: Seal } = {}): Database => {
  const max = options.max ?? 8
  // A transaction waits here as long as its caller does; in the pool's own queue it would be turned away after seconds.
  const inTurn = turnstile(Math.max(1, max - keptForReads))
  const poolOf = (places: number, ...more: string[]): pg.Pool => {
    const settings = [
      `search_path=${schema},public`,
      'timezone=UTC',
      'jit=off',
      'statement_timeout=60000',
      'lock_timeout=20000',
      'pg_trgm.word_similarity_threshold=0.5',
      ...more,
    ]
    const opened = new pg.Pool({
      Client: rememberingClients(),
      connectionString: url,
      max: places,
      connectionTimeoutMillis: 5_000,
      options: settings.map(each => `-c ${each}`).join(' '),
    })
    // A connection that breaks is replaced by the next query. Without listeners it would end the process: the pool's is
    // for those that lie idle, the other for those that somebody holds, such as a transaction between two statements.
    opened.on('error', () => undefined)
    opened.on('connect', client => client.on('error', () => undefined))
    return opened
  }
  const pool = poolOf(max)
  const planning = poolOf(max, 'plan_cache_mode=force_generic_plan')
  // One for all transactions: it remembers how columns are called.
  const dialect = new PgDialect({ casing: 'snake_case' })
  const on = (client: pg.Pool | pg.PoolClient): Db =>
    new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined)
  return {
    db: on(pool),
    pool,
    planned: on(planning),
    secrets: options.secrets ?? sealWith(),
    transaction: work =>
      inTurn.enter(async () => {
        const client = await pool.connect()
        let broken: Error | undefined
        try {
          await client.query('begin')
          const result = await work(on(client), client)
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch((failed: Error) => {
            broken = failed
          })
          throw error
        } finally {
          client.release(broken)
        }
      }),
    load() {
      const loadOf = ({ totalCount, idleCount, waitingCount }: pg.Pool, inLine: number) => ({
        used: totalCount - idleCount,
        most: max,
        waiting: waitingCount + inLine,
      })
      return { calls: loadOf(pool, inTurn.waiting()), reads: loadOf(planning, 0) }
    },
    close: async () => void (await Promise.all([pool.end(), planning.end()])),
  }
}

const properties = new Map<string, string>()
/** How a column is called in code: `household_id` is `householdId`. A name without an underscore stays as it is. */
const propertyOf = (column: string): string => {
  if (!column.includes('_')) return column
  let property = properties.get(column)
  if (property === undefined) properties.set(column, (property = toCamelCase(column)))
  return property
}

/**
 * Runs one statement written in SQL. Its columns are named in camelCase, so `select household_id` gives `householdId`;
 * what lies inside a column, as in JSON, keeps its names. `T` is what the statement returns; the door checks it again
 * against the contract before it leaves.
 */
export const rows = async <T>(db: Db, statement: SQL): Promise<T[]> => {
  const { fields, rows: found } = await db.execute(statement)
  const columns = fields.map(({ name }) => [name, propertyOf(name)] as const)
  if (columns.every(([column, property]) => column === property)) return found as T[]
  return found.map(row => {
    const named: Record<string, unknown> = {}
    for (const [column, property] of columns) named[property] = row[column]
    return named as T
  })
}

/** Rows of one statement: far below what the wire protocol allows in parameters. */
const rowsAtOnce = 500

/** Writes a list of any length, some rows at a time. */
export const inPieces = async <T>(list: readonly T[], write: (piece: T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < list.length; at += rowsAtOnce) await write(list.slice(at, at + rowsAtOnce))
}
