import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Background jobs are visible to the office only. */
export const visibleJobs = (actor: Actor): Scope<'jobs'> =>
  scope('jobs', actor, { admin: everything, parent: nothing, teacher: nothing })
