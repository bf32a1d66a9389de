import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

/**
 * Advisory locks for work that must run one at a time in a school, across all processes, where there is no row to lock.
 * The numbers must not change, since processes of two versions may run at the same time.
 */
const numbers = {
  /** Carts of one network, which share one count. */
  carts: 7169,
  backup: 7170,
  auditSeal: 7171,
  /** Applying an import sheet, regardless of its source. */
  import: 7173,
  signingKeys: 7174,
  pushKeys: 7175,
  /** Uploads of one person. */
  uploads: 7176,
} as const
type Kind = keyof typeof numbers

const waitForTurn = prepared<never, 'kind' | 'whose'>(
  ({ kind, whose }) => sql`select pg_advisory_xact_lock(${kind}::int, hashtext(current_schema() || ${whose}::text))`,
)
/**
 * Waits until no other transaction does this, and keeps others out until the end of this transaction. `of` narrows the
 * lock, for example to one person. The statement is sent before it is awaited, so that a transaction can send along
 * what it reads once it has its turn.
 */
export const takeTurn = async (db: Db, kind: Kind, of?: string): Promise<void> => {
  await waitForTurn(db, { kind: numbers[kind], whose: of === undefined ? '' : ` ${of}` })
}

/** A condition that this is under way in any process of the school. */
export const isUnderWay = (kind: Kind): SQL => sql`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = ${numbers[kind]}::int and l.objid = hashtext(current_schema())::oid
    and l.database = (select oid from pg_database where datname = current_database()))`

/**
 * Begins work that only one process does at a time and that takes longer than a transaction may. Returns a function
 * that ends it, or null if another process is doing it.
 */
export const beginAlone = async (pool: pg.Pool, kind: Kind): Promise<(() => Promise<void>) | null> => {
  const client = await pool.connect()
  const ask = async (statement: string) =>
    (await client.query<{ isDone: boolean }>(statement, [numbers[kind]])).rows[0]!.isDone
  try {
    if (await ask('select pg_try_advisory_lock($1, hashtext(current_schema())) as "isDone"'))
      return async () => {
        // A broken connection has released the lock, too.
        const left = await ask('select pg_advisory_unlock($1, hashtext(current_schema())) as "isDone"').catch(
          (error: Error) => error,
        )
        client.release(left instanceof Error ? left : undefined)
      }
    client.release()
    return null
  } catch (error) {
    client.release(true)
    throw error
  }
}
