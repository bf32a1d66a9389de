import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Backups are visible to the office. The door limits them to full administrators. */
export const visibleBackups = (actor: Actor): Scope<'backups'> =>
  scope('backups', actor, { admin: everything, parent: nothing, teacher: nothing })
