import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { notificationPreferences } from '#server/access/push/tables.ts'
import { ofMyHouseholds, ofMyStudents, ofMyWholeHouseholds } from '#server/people/students/policy.ts'
import { changeRequests, emergencyContacts, households, pickUps } from './tables.ts'

/** The actor's own households, regardless of their other roles. */
export const myHouseholds = (actor: Actor): Scope<'households'> =>
  scopeOf('households', ofMyHouseholds(actor, households.id))

/**
 * Change requests that the actor sees: for a family those about its children and its name, and otherwise only the
 * actor's own.
 */
export const visibleRequests = (actor: Actor): Scope<'change_requests'> =>
  scope('change_requests', actor, {
    admin: everything,
    parent: sql`(${ofMyHouseholds(actor, changeRequests.householdId)} and (${changeRequests.kind} <> 'child' or ${ofMyStudents(actor, changeRequests.subjectId)})
      and (${changeRequests.kind} in ('child','household') or ${changeRequests.requestedBy} = ${actor.personId}::uuid))`,
    teacher: nothing,
  })

/** Requests that the actor filed. */
export const myRequests = (actor: Actor): Scope<'change_requests'> =>
  scopeOf(
    'change_requests',
    sql`${changeRequests.requestedBy} = ${actor.personId}::uuid and ${ofMyHouseholds(actor, changeRequests.householdId)}`,
  )

/** Households for all of whose children the actor decides: the office all, a guardian who may see every child of it. */
export const wholeHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, {
    admin: everything,
    parent: ofMyWholeHouseholds(actor, households.id),
    teacher: nothing,
  })

/** Emergency contacts that the actor may edit: a family its own, the office all. */
export const keptContacts = (actor: Actor): Scope<'emergency_contacts'> =>
  scope('emergency_contacts', actor, {
    admin: everything,
    parent: ofMyWholeHouseholds(actor, emergencyContacts.householdId),
    teacher: nothing,
  })

/** Pick-up entries that the actor may remove: the office all, a family those that allow pick-up of its own children. */
export const keptPickUps = (actor: Actor): Scope<'pick_ups'> =>
  scope('pick_ups', actor, {
    admin: everything,
    parent: sql`(${pickUps.rule} = 'allow' and case when ${pickUps.studentId} is null then ${ofMyWholeHouseholds(actor, pickUps.householdId)}
      else ${ofMyHouseholds(actor, pickUps.householdId)} and ${ofMyStudents(actor, pickUps.studentId)} end)`,
    teacher: nothing,
  })

/** Guardians whom the actor may view as: for the office, all. */
export const visibleGuardians = (actor: Actor): Scope<'persons'> =>
  scope('persons', actor, {
    admin: sql`exists (select 1 from guardianships g where g.guardian_id = persons.id)`,
    parent: nothing,
    teacher: nothing,
  })

/** A person's own email preferences. */
export const myPreferences = (actor: Actor): Scope<'notification_preferences'> =>
  scopeOf('notification_preferences', sql`${notificationPreferences.personId} = ${actor.personId}::uuid`)
