import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { ofMyClasses, ofMyHouseholds, ofMyStudents } from '#server/people/students/policy.ts'

const student = sql`students.id`
const household = sql`households.id`

/**
 * Pairs of field and student whose answers the actor may see: guardians those asked of families, for their own
 * children; teachers those open to teachers, for students in their classes. A person who is both gets each right only
 * for its own students.
 */
export const answersOfStudents = (actor: Actor, now: Date): Scope<'form_answers'> =>
  scope('form_answers', actor, {
    admin: everything,
    parent: sql`(form_fields.is_asked and ${ofMyStudents(actor, student)})`,
    teacher: sql`(form_fields.teachers_see and ${ofMyClasses(actor, student, now)})`,
  })

/** Pairs of field and student that the actor may answer. */
export const answeredStudents = (actor: Actor): Scope<'form_answers'> =>
  scope('form_answers', actor, {
    admin: everything,
    parent: sql`(form_fields.is_asked and ${ofMyStudents(actor, student)})`,
    teacher: nothing,
  })

/** Pairs of field and household that the actor may see and answer. */
export const answersOfHouseholds = (actor: Actor): Scope<'form_answers'> =>
  scope('form_answers', actor, {
    admin: everything,
    parent: sql`(form_fields.is_asked and ${ofMyHouseholds(actor, household)})`,
    teacher: nothing,
  })

/** Fields that the actor may edit: the office all. */
export const keptFields = (actor: Actor): Scope<'form_fields'> =>
  scope('form_fields', actor, { admin: everything, parent: nothing, teacher: nothing })
