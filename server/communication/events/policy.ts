import { sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { peopleOf } from '#server/communication/messages/acts.ts'

// Table names are written out, because these conditions are used in statements where other tables have columns of the
// same names.
const isForMe = (actor: Actor, today: string): SQL => sql`events.status <> 'draft' and exists (
  select 1 from ${peopleOf(sql`events.audience`, sql`${today}::date`)} reached where reached.person_id = ${actor.personId}::uuid)`

/** Events addressed to the actor, regardless of their roles: published ones, and canceled ones too. */
export const myEvents = (actor: Actor, today: string): Scope<'events'> => scopeOf('events', isForMe(actor, today))

/** The office sees every event, including drafts; teachers and guardians see those addressed to them. */
export const visibleEvents = (actor: Actor, today: string): Scope<'events'> =>
  scope('events', actor, { admin: everything, parent: isForMe(actor, today), teacher: isForMe(actor, today) })

/** Events that anyone may see without signing in. */
export const publicEvents: Scope<'events'> = scopeOf('events', sql`events.status = 'published' and events.is_public`)

/** Answers and sign-ups by name are visible to the office only. */
export const workedEvents = (actor: Actor): Scope<'events'> =>
  scope('events', actor, { admin: everything, parent: nothing, teacher: nothing })

/** The actor's own calendar feed. */
export const ownFeed = (actor: Actor): Scope<'calendar_feeds'> =>
  scopeOf('calendar_feeds', sql`calendar_feeds.person_id = ${actor.personId}::uuid`)
