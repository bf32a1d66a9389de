import { eq } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, type Scope, scope, scopeOf } from '#server/platform/scope.ts'
import { accounts } from '#server/access/identity/tables.ts'

/** An administrator sees and changes everybody's roles; parents and teachers nobody's. */
export const visibleUsers = (actor: Actor): Scope<'accounts'> =>
  scope('accounts', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Everybody sees and changes what is said of themselves. */
export const oneself = (actor: Actor): Scope<'accounts'> =>
  scopeOf('accounts', actor.accountId === null ? nothing : eq(accounts.id, actor.accountId))
