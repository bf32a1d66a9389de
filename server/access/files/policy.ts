import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { scopeOf, type Scope } from '#server/platform/scope.ts'

/**
 * What a slice declares about the files attached to its records. Each slice with such files is in `attachments`
 * (server/functions.ts).
 */
export type Attachments = {
  /** A condition that a file is attached to one of the slice's records. Files attached to nothing are deleted. */
  hold(fileId: SQLWrapper): SQL
  /** A subselect of the students that a file is about: whose document it is, or whose work. */
  students(fileId: SQLWrapper): SQL
  /**
   * A condition, in a statement about `files`, that the actor may call the function that shows the records and sees the
   * file there.
   */
  seen(actor: Actor, now: Date): SQL
}

/** The files that an actor may open: their own uploads, and those they can see where they are attached. */
export const visibleFiles = (attachments: readonly Attachments[], actor: Actor, now: Date): Scope<'files'> =>
  scopeOf(
    'files',
    or(sql`files.uploaded_by = ${actor.accountId}::uuid`, ...attachments.map(each => each.seen(actor, now)))!,
  )

/** The actor's own uploads. */
export const ownFiles = (actor: Actor): Scope<'files'> =>
  scopeOf('files', sql`files.uploaded_by = ${actor.accountId}::uuid`)
