import type { Database } from '#server/platform/db.ts'

/**
 * The locks that statements wait for just now, each with its `kind` and, for a table's, the `table`. PostgreSQL tells
 * of every database it holds, and copies of one template number their tables alike: those of other files are left out.
 */
export const waitingLocks = async ({ pool }: Pick<Database, 'pool'>) =>
  (
    await pool.query<{ kind: string; table: string | null }>(
      `select l.locktype as kind, l.relation::regclass::text as table from pg_locks l
       where not l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows
