import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { accounts, passkeys, signIns } from './tables.ts'

/** Everybody sees and ends their own sign-ins, nobody those of others; ended ones are out of reach. */
export const ownSignIns = (actor: Actor): Scope<'sign_ins'> =>
  scopeOf(
    'sign_ins',
    (actor.accountId === null ? undefined : and(eq(signIns.accountId, actor.accountId), isNull(signIns.revokedAt))) ??
      nothing,
  )

/** Everybody sees, names and removes their own passkeys, nobody those of others. */
export const ownPasskeys = (actor: Actor): Scope<'passkeys'> =>
  scopeOf('passkeys', actor.accountId === null ? nothing : eq(passkeys.accountId, actor.accountId))

/** An administrator sees and ends the sign-ins of an account that still hold; others none but their own. */
export const signInsOf = (actor: Actor, accountId: string): Scope<'sign_ins'> =>
  scope('sign_ins', actor, {
    admin: and(eq(signIns.accountId, accountId), isNull(signIns.revokedAt)) ?? nothing,
    parent: nothing,
    teacher: nothing,
  })

/** An administrator sees and changes everybody's roles; parents and teachers nobody's. */
export const visibleUsers = (actor: Actor): Scope<'accounts'> =>
  scope('accounts', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Everybody sees and changes what is said of themselves. */
export const oneself = (actor: Actor): Scope<'accounts'> =>
  scopeOf('accounts', actor.accountId === null ? nothing : eq(accounts.id, actor.accountId))
