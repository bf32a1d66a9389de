import { sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'
import { isShown } from '#server/enrolment/classes/tables.ts'

/** Appointments of room parents are visible to the office only. */
export const appointedParents = (actor: Actor): Scope<'room_parents'> =>
  scope('room_parents', actor, { admin: everything, parent: nothing, teacher: nothing })

/** A condition: true if a row of `room_parents` is in force on a day. */
export const holdsOn = (today: string): SQL =>
  sql`(room_parents.ended_at is null and room_parents.from_on <= ${today}::date and (room_parents.to_on is null or room_parents.to_on >= ${today}::date))`

/**
 * Classes of which the actor is a room parent now, while they are a guardian with data access to an active student in
 * the class. A guardian barred from their child's data also sees nothing of the class.
 */
export const helpedSections = (actor: Actor, today: string): Scope<'sections'> =>
  scopeOf(
    'sections',
    sql`sections.id in (select room_parents.section_id from room_parents where room_parents.person_id = ${actor.personId}::uuid and ${holdsOn(today)})
      and ${isShown('sections')}
      and exists (select 1 from enrolments where enrolments.section_id = sections.id and enrolments.status = 'active' and ${ofMyStudents(actor, sql`enrolments.student_id`)})`,
  )
