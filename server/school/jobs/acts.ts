import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { jobFailures } from '#server/platform/tables.ts'

/** Removes a failure from the list and returns its job; undefined if it was removed already. */
export const takeFailure = async (db: Db, seen: Scope<'jobs'>, id: string) =>
  (
    await db
      .delete(jobFailures)
      .where(and(seen, eq(jobFailures.id, id)))
      .returning({ name: jobFailures.name, data: jobFailures.data })
  )[0]
