import { or, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { actorFor } from '#server/platform/right.ts'
import { scopeOf, type Scope } from '#server/platform/scope.ts'
import { filesOfDocuments } from '#server/people/documents/policy.ts'
import { filesOfAssignments } from '#server/teaching/assignments/policy.ts'

/**
 * Who may open a file: whoever uploaded it, and whoever may call the function that shows what it is attached to and sees
 * it there. Every slice with attachments adds its line.
 */
export const visibleFiles = (actor: Actor, now: Date): Scope<'files'> =>
  scopeOf(
    'files',
    or(
      sql`files.uploaded_by = ${actor.accountId}::uuid`,
      filesOfAssignments(actorFor(actor, 'assignments-submission'), now),
      filesOfDocuments(actorFor(actor, 'documents-list'), now),
    )!,
  )

/** The actor's own uploads. */
export const ownFiles = (actor: Actor): Scope<'files'> =>
  scopeOf('files', sql`files.uploaded_by = ${actor.accountId}::uuid`)
