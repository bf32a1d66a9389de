import { sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { peopleOf } from '#server/communication/messages/acts.ts'
import { isPlaced } from './tables.ts'

// Table names are written out, because these conditions are used in statements where other tables have columns of the
// same names.
/**
 * True if the actor has a sign-up for the event in a certain state. A guardian who is barred from a child sees events by
 * their audience only, since the event may be about that child's class.
 */
const isSignedUp = (actor: Actor, inState: SQL): SQL => sql`(exists (
  select 1 from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = events.id and u.person_id = ${actor.personId}::uuid and ${inState})
  and not exists (select 1 from guardianships g where g.guardian_id = ${actor.personId}::uuid and not g.has_data_access))`

// People see and can cancel what they signed up for also when the event is no longer for them, such as after their last
// child has left.
const isForMe = (actor: Actor, today: string, inState = isPlaced): SQL => sql`events.status <> 'draft' and (exists (
  select 1 from ${peopleOf(sql`events.audience`, sql`${today}::date`)} reached where reached.person_id = ${actor.personId}::uuid)
  or ${isSignedUp(actor, inState)})`

/** Events addressed to the actor, regardless of their roles: published ones, and canceled ones too. */
export const myEvents = (actor: Actor, today: string): Scope<'events'> => scopeOf('events', isForMe(actor, today))

/** The same and events for which the actor was ever signed up, to answer one who has just canceled. */
export const onceMyEvents = (actor: Actor, today: string): Scope<'events'> =>
  scopeOf('events', isForMe(actor, today, sql`true`))

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
