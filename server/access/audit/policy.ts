import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Only the office reads the audit trail. */
export const visibleAudit = (actor: Actor): Scope<'audit'> =>
  scope('audit', actor, { admin: everything, parent: nothing, teacher: nothing })
