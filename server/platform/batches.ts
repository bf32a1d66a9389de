import { and, eq, isNull, sql } from 'drizzle-orm'
import type { WriteName } from '#contract/index.ts'
import { isOverwritten } from './databaseErrors.ts'
import { type Db, rows } from './db.ts'
import { conflict } from './errors.ts'
import type { Context } from './functions.ts'
import { newId } from './ids.ts'
import { batchChanges, batches } from './tables.ts'

/** Hours during which a batch can be undone. */
export const undoHours = 24
const undoableSince = (now: Date): Date => new Date(now.getTime() - undoHours * 3_600_000)

/**
 * Opens a batch: until the end of the transaction, every row written in any table is recorded under it, so that it can
 * be undone as a whole for 24 hours. `n` is the number of things it changes, `slices` those to read again once it is
 * undone, and `detail` a short text such as a file name. Returns the batch's id.
 */
export const startBatch = async (
  { db, actor, now, touch }: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'touch'>,
  batch: { kind: WriteName; n: number; slices: readonly string[]; detail?: string },
): Promise<string> => {
  const id = newId()
  await db
    .delete(batchChanges)
    .where(
      sql`${batchChanges.batchId} in (select b.id from batches b where b.at < ${undoableSince(now).toISOString()}::timestamptz)`,
    )
  await db.insert(batches).values({
    ...batch,
    id,
    detail: batch.detail ?? '',
    accountId: actor.accountId,
    actor: actor.name || actor.email,
    at: now,
  })
  await db.execute(sql`select set_config('lantern.batch', ${id}, true)`)
  touch(['batches'], [])
  return id
}

/** True while a batch can still be undone. */
export const isUndoable = (batch: Pick<typeof batches.$inferSelect, 'at' | 'undoneAt'>, now: Date): boolean =>
  batch.undoneAt === null && batch.at > undoableSince(now)

/**
 * Restores every row of a batch, the last one first. Throws `CHANGED_SINCE` if one of them has changed since the batch,
 * or if other rows now depend on it; the transaction must then end.
 */
export const undoBatch = async (db: Db, id: string, by: { actor: string; at: Date }): Promise<void> => {
  try {
    // Append-only tables allow undoing only while this setting is on (migration 0021).
    await rows(
      db,
      sql`with allowed as materialized (select set_config('lantern.undoing', 'on', true)) select undo_batch(${id}) from allowed`,
    )
    await db.execute(sql`select set_config('lantern.undoing', '', true)`)
  } catch (error) {
    throw isOverwritten(error)
      ? conflict('CHANGED_SINCE', 'Some of this has been changed or used since, so it can’t be undone as a whole.')
      : error
  }
  await db
    .update(batches)
    .set({ undoneAt: by.at, undoneBy: by.actor })
    .where(and(eq(batches.id, id), isNull(batches.undoneAt)))
  await db.delete(batchChanges).where(eq(batchChanges.batchId, id))
}
