import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Backups are the office's; that only full administrators reach them is the door's matter. */
export const visibleBackups = (actor: Actor): Scope<'backups'> =>
  scope('backups', actor, { admin: everything, parent: nothing, teacher: nothing })
