import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { isSignedIn, pushes, pushSubscriptions } from './tables.ts'

/** The actor's own devices on which the sign-in still holds. */
export const ownDevices = (actor: Actor): Scope<'push_subscriptions'> =>
  scopeOf(
    'push_subscriptions',
    and(eq(pushSubscriptions.personId, sql`${actor.personId}::uuid`), isSignedIn('push_subscriptions'))!,
  )

/** Messages sent to the actor's own devices. */
export const ownPushes = (actor: Actor): Scope<'pushes'> =>
  scopeOf('pushes', eq(pushes.personId, sql`${actor.personId}::uuid`))

/** All messages to devices, for the office. */
export const visiblePushes = (actor: Actor): Scope<'pushes'> =>
  scope('pushes', actor, { admin: everything, parent: nothing, teacher: nothing })

/** All devices, for the office to count. */
export const countedDevices = (actor: Actor): Scope<'push_subscriptions'> =>
  scope('push_subscriptions', actor, { admin: isSignedIn('push_subscriptions'), parent: nothing, teacher: nothing })
