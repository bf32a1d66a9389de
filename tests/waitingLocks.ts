import type { Database } from '#server/platform/db.ts'

/**
 * The locks that statements are waiting for, each with its `kind` and, for table locks, the `table`. PostgreSQL reports
 * locks of all databases, and copies of one template share their tables' ids, so those of other files are left out.
 */
export const waitingLocks = async ({ pool }: Pick<Database, 'pool'>) =>
  (
    await pool.query<{ kind: string; table: string | null }>(
      `select l.locktype as kind, l.relation::regclass::text as table from pg_locks l
       where not l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows
