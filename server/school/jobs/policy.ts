import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Background work is the office's. */
export const visibleJobs = (actor: Actor): Scope<'jobs'> =>
  scope('jobs', actor, { admin: everything, parent: nothing, teacher: nothing })
