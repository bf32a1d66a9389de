import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

/**
 * What happens one after the other in a school, in whichever process, where there is no row to lock for it. The numbers
 * stay as they are, since processes of two versions may run together.
 */
const numbers = {
  /** Carts of one network, which are counted together. */
  carts: 7169,
  backup: 7170,
  auditSeal: 7171,
  /** Applying a sheet, whatever it comes from. */
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
 * Waits until nobody else does this, and holds others off to the end of the transaction. `of` says whose turn it is. It
 * is sent before it is waited for, so that a transaction can send along what counts once it has its turn.
 */
export const takeTurn = async (db: Db, kind: Kind, of?: string): Promise<void> => {
  await waitForTurn(db, { kind: numbers[kind], whose: of === undefined ? '' : ` ${of}` })
}

/** Whether this is under way in any process of the school, as a condition. */
export const isUnderWay = (kind: Kind): SQL => sql`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = ${numbers[kind]}::int and l.objid = hashtext(current_schema())::oid
    and l.database = (select oid from pg_database where datname = current_database()))`

/**
 * Begins what only one process does at a time and what takes longer than a transaction may; answers how to end it, and
 * null where another process is at it.
 */
export const beginAlone = async (pool: pg.Pool, kind: Kind): Promise<(() => Promise<void>) | null> => {
  const client = await pool.connect()
  const ask = async (statement: string) =>
    (await client.query<{ isDone: boolean }>(statement, [numbers[kind]])).rows[0]!.isDone
  try {
    if (await ask('select pg_try_advisory_lock($1, hashtext(current_schema())) as "isDone"'))
      return async () => {
        // A connection that is gone has let go of the lock, too.
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
