import { eq, or } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { savedViews } from './tables.ts'

const isOwn = (actor: Actor) => (actor.personId === null ? nothing : eq(savedViews.personId, actor.personId))

/** The actor's own views and the shared ones, for administrators. */
export const visibleViews = (actor: Actor): Scope<'saved_views'> =>
  scope('saved_views', actor, {
    admin: or(isOwn(actor), eq(savedViews.isShared, true)) ?? nothing,
    parent: nothing,
    teacher: nothing,
  })

/** The views that the actor may change: their own. */
export const ownViews = (actor: Actor): Scope<'saved_views'> => scopeOf('saved_views', isOwn(actor))
