import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { isSignedIn, pushes, pushSubscriptions } from './tables.ts'

/** Everybody sees and ends their own devices, nobody those of others; devices signed out of can't be reached. */
export const ownDevices = (actor: Actor): Scope<'push_subscriptions'> =>
  scopeOf(
    'push_subscriptions',
    and(eq(pushSubscriptions.personId, sql`${actor.personId}::uuid`), isSignedIn('push_subscriptions'))!,
  )

/** What was sent to the actor's own devices. */
export const ownPushes = (actor: Actor): Scope<'pushes'> =>
  scopeOf('pushes', eq(pushes.personId, sql`${actor.personId}::uuid`))

/** The office sees how messages to devices fare. */
export const visiblePushes = (actor: Actor): Scope<'pushes'> =>
  scope('pushes', actor, { admin: everything, parent: nothing, teacher: nothing })

/** The office counts the devices of everybody. */
export const countedDevices = (actor: Actor): Scope<'push_subscriptions'> =>
  scope('push_subscriptions', actor, { admin: isSignedIn('push_subscriptions'), parent: nothing, teacher: nothing })
