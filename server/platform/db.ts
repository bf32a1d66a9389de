import { setImmediate as breathe } from 'node:timers/promises'
import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { toCamelCase } from 'drizzle-orm/casing'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type Connections, openPool } from './connections.ts'
import { openFlush } from './flush.ts'
import { openSharedReads } from './sharedReads.ts'
import { rememberingClients, type Sharing } from './statements.ts'
import type { Notes } from './notes.ts'
import { NoRoom, type Room } from './room.ts'
import { type Seal, sealWith } from './secrets.ts'

/** Where queries run: the pool itself, or one of its transactions. */
export type Db = NodePgDatabase
/** The client of a transaction, for code that must take part in it without Drizzle. */
export type Client = Pick<pg.ClientBase, 'query'>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day must not be converted to an instant in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

/** Runs work in a transaction; see `Database.transaction`. */
type Transact = <T>(
  work: (db: Db, client: Client, last: (statement: Promise<unknown>) => void) => Promise<T>,
  plannedOnce?: 'plannedOnce',
) => Promise<T>

export type Database = {
  db: Db
  pool: pg.Pool
  /**
   * Runs the reads of a family's or teacher's call, batched with those of other calls at the same time
   * (platform/sharedReads.ts). Their statements are large and find a few rows by key, so they are planned once rather
   * than at each call, where planning took longer than running them. Office lists don't use this: their best query plan
   * depends on the search.
   */
  reading<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Seals data in this database, with a key stored outside of it. */
  secrets: Seal
  /**
   * Runs `work` in one transaction and commits, or rolls back if it throws. When this resolves, everything written is
   * on disk. The statement that `work` passes to `last` is its last one: the commit is sent together with it.
   * Statements of one `Promise.all` share a round trip, and the database runs them in the order in which their
   * functions are called: those that are prepared or sent by `.execute()` first, bare Drizzle statements last (decision
   * 110). With `plannedOnce`, its statements are planned as for `reading`.
   */
  transaction: Transact
  /**
   * The same for work that reads a lot, such as a file with all students. It has connections of its own, few at a time,
   * so that no other call waits for one.
   */
  report: Transact
  /**
   * Calls `hear` with the id of each account whose sign-ins, roles or person were written here, or with `*` for all,
   * before the writer goes on (migration 0024). Writes of other processes are announced by platform/live.ts.
   */
  onCaller(hear: (accountId: string) => void): void
  /** True while the database's disk is known to be full; no transaction begins then. */
  isFull(): boolean
  /** The load of each pool. Transactions wait in a separate line, which counts toward `calls`. */
  load(): Record<'calls' | 'reads', { used: number; most: number; waiting: number }>
  close(): Promise<void>
}

/**
 * Runs `work` in one transaction on a connection of this pool and commits, or rolls back if it throws. It is for
 * maintenance of whole schemas; a school's own work goes through `Database.transaction`.
 */
export const transactionOn = async <T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

// One instance for all databases, because it caches column names.
const dialect = new PgDialect({ casing: 'snake_case' })
/** The pool or client that each `Db` sends its statements through. */
const clients = new WeakMap<Db, pg.Pool | pg.PoolClient>()
/** The seal for the notes of each `Db`. */
const noteSeals = new WeakMap<Db, Notes>()

/**
 * The seal that seals and opens the notes about students in this database. Throws if `db` is not a school's own
 * database.
 */
export const notesOf = (db: Db): Notes => {
  const notes = noteSeals.get(db)
  if (!notes) throw new Error('notes can be read only through the school’s own database')
  return notes
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
 * Lends a connection to one transaction. When one branch of its work fails, the others may run on for a while;
 * statements sent after the end are refused, because the connection may be serving another caller by then.
 */
const lendTo = (client: pg.PoolClient): { own: pg.PoolClient; end: () => void } => {
  let isOver = false
  const own = Object.create(client, {
    query: {
      value: (...asked: Parameters<pg.PoolClient['query']>) =>
        isOver ? Promise.reject(new Error('This transaction is over.')) : client.query(...asked),
    },
  }) as pg.PoolClient
  return { own, end: () => void (isOver = true) }
}

/** Connections that transactions leave to reads, so that a rush of registrations does not delay the catalog. */
const keptForReads = 3

/** The setting by which a connection plans a named statement once, for all values. */
const planOnce = 'plan_cache_mode=force_generic_plan'

/** The number of reports that may run at a time. */
const reportsAtOnce = 2

/** The code of the notice that names the account whose access a connection has written (migration 0024). */
const callerChanged = 'LN001'

/**
 * Opens a school's database. A school is one schema, and this is the only place that knows which. Sets nothing up: see
 * migrate.ts. `connections` are those shared with other schools of the process; `flushed` waits for the disk on behalf
 * of all of them.
 */
export const openDatabase = (
  url: string,
  schema: string,
  options: {
    max?: number
    secrets?: Seal
    room?: Room
    connections?: Connections
    flushed?: () => Promise<void>
  } = {},
): Database => {
  const { connections } = options
  const max = options.max ?? 8
  const secrets = options.secrets ?? sealWith()
  // A transaction waits in this line as long as its caller does. In the pool's own queue it would time out after
  // seconds.
  const hearers: ((accountId: string) => void)[] = []
  const inTurn = turnstile(Math.max(1, max - keptForReads))
  const inReports = turnstile(reportsAtOnce)
  const poolOf = (places: number, { isShared, more = [] }: Sharing & { more?: string[] } = {}): pg.Pool => {
    const settings = [
      `search_path=${schema},public`,
      'timezone=UTC',
      'jit=off',
      // Helpers take longer to start than they save, and the cores are needed for other callers.
      'max_parallel_workers_per_gather=0',
      'statement_timeout=60000',
      'lock_timeout=20000',
      'pg_trgm.word_similarity_threshold=0.5',
      // A school's data fits in memory, where reading a row by index costs hardly more than reading the next row.
      'random_page_cost=1.1',
      ...more,
    ]
    const opened = openPool({
      Client: connections?.Client ?? rememberingClients(),
      connectionString: url,
      max: places,
      options: settings.map(each => `-c ${each}`).join(' '),
      isShared,
    })
    const changed = new Map<pg.PoolClient, Set<string>>()
    opened.on('connect', client =>
      client.on('notice', ({ code, message = '*' }) => {
        if (code !== callerChanged) return
        changed.set(client, (changed.get(client) ?? new Set()).add(message))
      }),
    )
    // A connection is released once its transaction is over, and before anyone learns the outcome.
    opened.on('release', (_error, client) => {
      const accounts = changed.get(client)
      if (!accounts) return
      changed.delete(client)
      for (const account of accounts) for (const hear of hearers) hear(account)
    })
    return opened
  }
  const isFull = () => options.room?.isFull() ?? false
  const pool = poolOf(max)
  const planning = poolOf(max, { isShared: true, more: [planOnce] })
  const shared = openSharedReads(planning)
  const reporting = poolOf(reportsAtOnce)
  const pools = [pool, planning, reporting]
  const unshare = pools.map(each => connections?.share(each))
  /** Flushes on a connection of its own, so that it never waits for a query. */
  const flushAlone = () => {
    const own = openPool({ connectionString: url, max: 1, idleTimeoutMillis: 0 })
    pools.push(own)
    return openFlush(own)
  }
  const flushed = options.flushed ?? flushAlone()
  const known = new WeakMap<pg.Pool | pg.PoolClient, Db>()
  const on = (client: pg.Pool | pg.PoolClient): Db => {
    const opened = known.get(client)
    if (opened) return opened
    const fresh: Db = new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined)
    known.set(client, fresh)
    clients.set(fresh, client)
    noteSeals.set(fresh, secrets.notes)
    return fresh
  }
  const within =
    (from: pg.Pool, turns: typeof inTurn, settings: readonly string[] = []): Transact =>
    (work, plannedOnce) =>
      turns.enter(async () => {
        if (isFull()) throw new NoRoom()
        const client = await from.connect()
        const { own, end } = lendTo(client)
        let broken: Error | undefined
        try {
          // Sent together with the first statement. If it fails, the connection is gone and so all later statements
          // fail.
          const begun = client.query(
            ['begin', ...settings, ...(plannedOnce ? [`set local ${planOnce}`] : [])].join('; '),
          )
          begun.catch(() => undefined)
          let ending: Promise<unknown> = begun
          const result = await work(on(own), own, statement => {
            ending = statement
          })
          end()
          // If the last statement fails, the database treats the commit as a rollback.
          await Promise.all([begun, ending, client.query('commit')])
          return result
        } catch (error) {
          end()
          await client.query('rollback').catch((failed: Error) => {
            broken = failed
          })
          throw error
        } finally {
          client.release(broken)
        }
      })
  const write = within(pool, inTurn, ['set local synchronous_commit = off'])
  return {
    db: on(pool),
    pool,
    reading: work => shared(client => work(on(client))),
    secrets,
    async transaction(...asked) {
      // Wait for the disk only after the commit, when no lock and no connection is held.
      const result = await write(...asked)
      await flushed()
      return result
    },
    report: within(reporting, inReports),
    isFull,
    onCaller: hear => void hearers.push(hear),
    load() {
      const loadOf = ({ totalCount, idleCount, waitingCount }: pg.Pool, inLine: number) => ({
        used: totalCount - idleCount,
        most: max,
        waiting: waitingCount + inLine,
      })
      return { calls: loadOf(pool, inTurn.waiting()), reads: loadOf(planning, 0) }
    },
    async close() {
      for (const leave of unshare) leave?.()
      await Promise.all(pools.map(each => each.end()))
    },
  }
}

/** The property names of a statement's columns, and an object that has all of them. */
type Shape = {
  columns: readonly (readonly [column: string, property: string])[]
  isRenamed: boolean
  empty: Record<string, unknown>
}
const shapes = new Map<string, Shape>()
/** Converts `household_id` to `householdId`. A name without an underscore stays as it is. */
const shapeOf = (fields: Found['fields']): Shape => {
  const key = fields.map(({ name }) => name).join()
  const known = shapes.get(key)
  if (known) return known
  const columns = fields.map(({ name }) => [name, name.includes('_') ? toCamelCase(name) : name] as const)
  const empty = JSON.stringify(Object.fromEntries(columns.map(([, property]) => [property, null])))
  const isRenamed = columns.some(([column, property]) => column !== property)
  const shape = { columns, isRenamed, empty: JSON.parse(empty) as Record<string, unknown> }
  shapes.set(key, shape)
  return shape
}

/** Results with more rows than this are converted in pieces, so that other calls are answered in between. */
const namedAtOnce = 1000

type Found = { fields: readonly { name: string }[]; rows: readonly Record<string, unknown>[] }
const named = <T>({ fields, rows: found }: Found): T[] => {
  const { columns, isRenamed, empty } = shapeOf(fields)
  if (!isRenamed) return found as T[]
  return found.map(row => {
    // An object that gets more than a dozen properties one by one switches to a slow representation.
    const renamed = { ...empty }
    for (const [column, property] of columns) renamed[property] = row[column]
    return renamed as T
  })
}

/**
 * Runs one SQL statement. Its columns are named in camelCase, so `select household_id` gives `householdId`; names
 * inside a column, as in JSON, are kept. `T` is the type of the rows; the door checks the output against the contract
 * before it leaves.
 */
export const rows = async <T>(db: Db, statement: SQL): Promise<T[]> => {
  const { fields, rows: found } = await db.execute(statement)
  if (found.length <= namedAtOnce || !shapeOf(fields).isRenamed) return named<T>({ fields, rows: found })
  const all: T[] = []
  for (let at = 0; at < found.length; at += namedAtOnce) {
    for (const row of named<T>({ fields, rows: found.slice(at, at + namedAtOnce) })) all.push(row)
    await breathe()
  }
  return all
}

/** Timestamps and dates stay text, as in the result of every SQL statement run through `rows`. */
const asWritten = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    asWritten.has(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}
type Written = { text: string; params: unknown[] }
const written = new WeakMap<SQL, Written>()

/**
 * Runs a statement that is compiled once, under its name (platform/prepared.ts). Only platform/prepared.ts knows the
 * names. Throws if `db` is not one of the school's own connections.
 */
export const runNamed = async <T>(
  db: Db,
  name: string,
  statement: SQL,
  values: Record<string, unknown>,
): Promise<T[]> => {
  let query = written.get(statement)
  if (!query) {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    written.set(statement, (query = { text, params }))
  }
  const client = clients.get(db)
  if (!client) throw new Error('prepared statements need one of the school’s own connections')
  const found = await client.query({ name, text: query.text, values: fillPlaceholders(query.params, values), types })
  return named<T>(found)
}

/** Rows written by one statement. This is far below the parameter limit of the wire protocol. */
const rowsAtOnce = 500

/** Writes a list of any length, 500 rows at a time. */
export const inPieces = async <T>(list: readonly T[], write: (piece: T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < list.length; at += rowsAtOnce) await write(list.slice(at, at + rowsAtOnce))
}
