import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** The office sees the teachers' records; families meet their names in the catalogue. */
export const visibleTeachers = (actor: Actor): Scope<'teachers'> =>
  scope('teachers', actor, { admin: everything, parent: nothing, teacher: nothing })
