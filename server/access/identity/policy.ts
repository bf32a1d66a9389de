import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { accounts, passkeys, signIns } from './tables.ts'

/** The actor's own sign-ins that have not ended. */
export const ownSignIns = (actor: Actor): Scope<'sign_ins'> =>
  scopeOf(
    'sign_ins',
    (actor.accountId === null ? undefined : and(eq(signIns.accountId, actor.accountId), isNull(signIns.revokedAt))) ??
      nothing,
  )

/** The actor's own passkeys. */
export const ownPasskeys = (actor: Actor): Scope<'passkeys'> =>
  scopeOf('passkeys', actor.accountId === null ? nothing : eq(passkeys.accountId, actor.accountId))

/** The sign-ins of an account that have not ended, for an administrator; for others, nothing but their own. */
export const signInsOf = (actor: Actor, accountId: string): Scope<'sign_ins'> =>
  scope('sign_ins', actor, {
    admin: and(eq(signIns.accountId, accountId), isNull(signIns.revokedAt)) ?? nothing,
    parent: nothing,
    teacher: nothing,
  })

/** All accounts for an administrator, who sees and changes their roles; none for parents and teachers. */
export const visibleUsers = (actor: Actor): Scope<'accounts'> =>
  scope('accounts', actor, { admin: everything, parent: nothing, teacher: nothing })

/** The actor's own account. */
export const oneself = (actor: Actor): Scope<'accounts'> =>
  scopeOf('accounts', actor.accountId === null ? nothing : eq(accounts.id, actor.accountId))
