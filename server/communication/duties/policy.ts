import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { myEvents } from '#server/communication/events/policy.ts'
import { ofMyWholeHouseholds } from '#server/people/students/policy.ts'

/**
 * All families' duties are visible to the office only. A family's own are reached through its households
 * (parents/policy.ts).
 */
export const owedHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: nothing, teacher: nothing })

/**
 * Shifts (`x`, at the event `e`) that the actor sees with a family's duty: the office all; a guardian those of a household
 * of which they may see every child, and otherwise their own and those at events for them, since others may be about a
 * child they may not see.
 */
export const visibleShifts = (actor: Actor, today: string): Scope<'shifts'> =>
  scope('shifts', actor, {
    admin: everything,
    parent: sql`(x.person_id = ${actor.personId}::uuid or ${ofMyWholeHouseholds(actor, sql`x.household_id`)}
      or exists (select 1 from events where events.id = e.id and ${myEvents(actor, today)}))`,
    teacher: nothing,
  })
