import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** Sheets hold data of whole families, so only the office sees them. */
export const visibleImports = (actor: Actor): Scope<'imports'> =>
  scope('imports', actor, { admin: everything, parent: nothing, teacher: nothing })
