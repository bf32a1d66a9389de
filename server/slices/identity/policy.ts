import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { nothing, type Scope, scopeOf } from '#server/platform/scope.ts'
import { signIns } from './tables.ts'

/** Everybody sees and ends their own sign-ins, nobody those of others; ended ones are out of reach. */
export const ownSignIns = (actor: Actor): Scope<'sign_ins'> =>
  scopeOf(
    'sign_ins',
    (actor.accountId === null ? undefined : and(eq(signIns.accountId, actor.accountId), isNull(signIns.revokedAt))) ??
      nothing,
  )
