import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/slices/students/policy.ts'
import { students } from '#server/slices/students/tables.ts'
import { householdMembers, households } from './tables.ts'

/**
 * Rows about households that the actor belongs to. A guardian who has data access to none of its children sees nothing
 * of a household, though they are a member.
 */
export const ofMyHouseholds = (actor: Actor, household: SQLWrapper): SQL =>
  sql`${household} in (select ${householdMembers.householdId} from ${householdMembers} where ${householdMembers.personId} = ${actor.personId}::uuid and exists (select 1 from ${students} where ${students.householdId} = ${householdMembers.householdId} and ${ofMyStudents(actor, students.id)}))`

/** The office sees every household, a guardian their own, a teacher none. */
export const visibleHouseholds = (actor: Actor): Scope<'households'> =>
  scope('households', actor, { admin: everything, parent: ofMyHouseholds(actor, households.id), teacher: nothing })

/** The actor's own households, whatever other roles they hold. */
export const myHouseholds = (actor: Actor): Scope<'households'> =>
  scopeOf('households', ofMyHouseholds(actor, households.id))
