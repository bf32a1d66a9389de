import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { scopeOf, type Scope } from '#server/platform/scope.ts'

/**
 * What a slice says of the files that are attached to its records. Each that has some is in `attachments`
 * (server/functions.ts).
 */
export type Attachments = {
  /** Whether a file is attached to one of them; what is attached to nothing is cleared away. */
  hold(fileId: SQLWrapper): SQL
  /** The students about whom a file says something: whose paper it is, or whose work. */
  students(fileId: SQLWrapper): SQL
  /** Whether somebody may call the function that shows them and sees a file there, in a statement about `files`. */
  seen(actor: Actor, now: Date): SQL
}

/** Who may open a file: the person who uploaded it, and those who see it where it is attached. */
export const visibleFiles = (attachments: readonly Attachments[], actor: Actor, now: Date): Scope<'files'> =>
  scopeOf(
    'files',
    or(sql`files.uploaded_by = ${actor.accountId}::uuid`, ...attachments.map(each => each.seen(actor, now)))!,
  )

/** The actor's own uploads. */
export const ownFiles = (actor: Actor): Scope<'files'> =>
  scopeOf('files', sql`files.uploaded_by = ${actor.accountId}::uuid`)
