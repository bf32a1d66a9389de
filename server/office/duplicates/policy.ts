import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, type Scope, scope, scopeOf } from '#server/platform/scope.ts'

/** Records that one may look through for duplicates: families, students and adults, all or none. */
export const comparedRecords = (actor: Actor): Scope<'records'> =>
  scope('records', actor, { admin: everything, parent: nothing, teacher: nothing })

/** All of them, for lists behind a scope of their own: the dashboard's. */
export const everyRecord: Scope<'records'> = scopeOf('records', everything)
