import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, type Scope, scope, scopeOf } from '#server/platform/scope.ts'

/** Records that the actor may search for duplicates: all families, students and adults, or none. */
export const comparedRecords = (actor: Actor): Scope<'records'> =>
  scope('records', actor, { admin: everything, parent: nothing, teacher: nothing })

/** All records, for lists behind another scope, such as the dashboard's. */
export const everyRecord: Scope<'records'> = scopeOf('records', everything)
