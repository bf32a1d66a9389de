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

/** What queries run on: the pool itself, or one transaction of it. */
export type Db = NodePgDatabase
/** The client of a transaction, for what must take part in it without Drizzle. */
export type Client = Pick<pg.ClientBase, 'query'>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day must not become an instant of some zone.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

export type Database = {
  db: Db
  pool: pg.Pool
  /**
   * Runs what a call of a family or a teacher reads, beside what others read at the same time (platform/sharedReads.ts).
   * Their statements are large, find a few rows by key, and are planned once instead of at each call, which took longer
   * than running them. Lists of the office depend on what is searched for.
   */
  reading<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Seals what lies in this database, with a key that lies outside of it. */
  secrets: Seal
  /**
   * Runs `work` in one transaction and commits, or rolls back when it throws; when it answers, what was written is on the
   * disk. The statement that `work` hands to `last` is its last one: the commit is sent with it.
   */
  transaction<T>(work: (db: Db, client: Client, last: (statement: Promise<unknown>) => void) => Promise<T>): Promise<T>
  /**
   * The same for what reads very much, such as a file with all students: on connections of its own, few at a time, so
   * that nobody else waits for one.
   */
  report: Database['transaction']
  /**
   * Tells of each account about whose sign-ins, roles or person something was written here, or of all (`*`), before the
   * one who wrote it goes on (migration 0024). What other processes write is told by platform/live.ts.
   */
  onCaller(hear: (accountId: string) => void): void
  /** Whether the disk of the database is known to be full: then no transaction begins. */
  isFull(): boolean
  /** How busy each pool is. Transactions wait in a line of their own, which counts with the first. */
  load(): Record<'calls' | 'reads', { used: number; most: number; waiting: number }>
  close(): Promise<void>
}

/**
 * Runs `work` in one transaction on a connection of this pool, and commits, or rolls back when it throws: for what looks
 * after whole schemas. What a school does goes through `Database.transaction`.
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

// One for all: it remembers how columns are called.
const dialect = new PgDialect({ casing: 'snake_case' })
/** What each `Db` sends its statements through. */
const clients = new WeakMap<Db, pg.Pool | pg.PoolClient>()
/** What seals the notes in each. */
const noteSeals = new WeakMap<Db, Notes>()

/** What seals and opens the notes about students in this database. */
export const notesOf = (db: Db): Notes => {
  const notes = noteSeals.get(db)
  if (!notes) throw new Error('notes lie in the school’s own database')
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
 * A connection for one transaction. When one branch of its work fails, the others may go on for a while: what they send
 * after the end is refused, because the connection may serve somebody else by then.
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

/**
 * Connections that transactions leave to reads, so that a rush of registrations does not keep the catalogue waiting.
 */
const keptForReads = 3

/** How many reports are read at a time. */
const reportsAtOnce = 2

/** The code of the notice by which a connection learns about whose access it has written (migration 0024). */
const callerChanged = 'LN001'

/**
 * Opens a school's database. A school is one schema; this is the only place that knows which. Sets nothing up:
 * see migrate.ts. `connections` are those that it shares with other schools of the process, and `flushed` waits for the
 * disk for all of them.
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
  // A transaction waits here as long as its caller does; in the pool's own queue it would be turned away after seconds.
  const hearers: ((accountId: string) => void)[] = []
  const inTurn = turnstile(Math.max(1, max - keptForReads))
  const inReports = turnstile(reportsAtOnce)
  const poolOf = (places: number, { isShared, more = [] }: Sharing & { more?: string[] } = {}): pg.Pool => {
    const settings = [
      `search_path=${schema},public`,
      'timezone=UTC',
      'jit=off',
      'statement_timeout=60000',
      'lock_timeout=20000',
      'pg_trgm.word_similarity_threshold=0.5',
      // A school lies in memory, where a row by its index costs hardly more than the next one of its table.
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
    // A connection is given back once its transaction is over, and before anybody learns how it ended.
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
  const planning = poolOf(max, { isShared: true, more: ['plan_cache_mode=force_generic_plan'] })
  const shared = openSharedReads(planning)
  const reporting = poolOf(reportsAtOnce)
  const pools = [pool, planning, reporting]
  const unshare = pools.map(each => connections?.share(each))
  /** On a connection of its own, which no query keeps waiting. */
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
    (from: pg.Pool, turns: typeof inTurn, begin: string): Database['transaction'] =>
    work =>
      turns.enter(async () => {
        if (isFull()) throw new NoRoom()
        const client = await from.connect()
        const { own, end } = lendTo(client)
        let broken: Error | undefined
        try {
          // Sent together with the first statement. Where it fails, the connection is gone and all others fail, too.
          const begun = client.query(begin)
          begun.catch(() => undefined)
          let ending: Promise<unknown> = begun
          const result = await work(on(own), own, statement => {
            ending = statement
          })
          end()
          // Where the last statement fails, the database takes the commit for a rollback.
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
  const write = within(pool, inTurn, 'begin; set local synchronous_commit = off')
  return {
    db: on(pool),
    pool,
    reading: work => shared(client => work(on(client))),
    secrets,
    async transaction(work) {
      // It waits for the disk where nobody else waits for it: with no lock, and without a connection of its own.
      const result = await write(work)
      await flushed()
      return result
    },
    report: within(reporting, inReports, 'begin'),
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

/** What the columns of a statement are called in code, and an object that has all of them. */
type Shape = {
  columns: readonly (readonly [column: string, property: string])[]
  isRenamed: boolean
  empty: Record<string, unknown>
}
const shapes = new Map<string, Shape>()
/** `household_id` is `householdId`. A name without an underscore stays as it is. */
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

/** With more rows, others are answered in between. */
const namedAtOnce = 1000

type Found = { fields: readonly { name: string }[]; rows: readonly Record<string, unknown>[] }
const named = <T>({ fields, rows: found }: Found): T[] => {
  const { columns, isRenamed, empty } = shapeOf(fields)
  if (!isRenamed) return found as T[]
  return found.map(row => {
    // An object that gets more than a dozen properties one by one becomes a slow one.
    const renamed = { ...empty }
    for (const [column, property] of columns) renamed[property] = row[column]
    return renamed as T
  })
}

/**
 * Runs one statement written in SQL. Its columns are named in camelCase, so `select household_id` gives `householdId`;
 * what lies inside a column, as in JSON, keeps its names. `T` is what the statement returns; the door checks it again
 * against the contract before it leaves.
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

/** Instants and days come as they are written, as from every statement written in SQL. */
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

/** Runs a statement that is written out once, under its name (platform/prepared.ts). Only it knows the names. */
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
  if (!client) throw new Error('prepared statements run on the school’s own connections')
  const found = await client.query({ name, text: query.text, values: fillPlaceholders(query.params, values), types })
  return named<T>(found)
}

/** Rows of one statement: far below what the wire protocol allows in parameters. */
const rowsAtOnce = 500

/** Writes a list of any length, some rows at a time. */
export const inPieces = async <T>(list: readonly T[], write: (piece: T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < list.length; at += rowsAtOnce) await write(list.slice(at, at + rowsAtOnce))
}
