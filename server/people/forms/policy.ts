import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { ofMyClasses, ofMyHouseholds, ofMyStudents } from '#server/people/students/policy.ts'

const student = sql`students.id`
const household = sql`households.id`

/**
 * Pairs of a field and a student of which one sees the answer: a guardian what families are asked of their own
 * children, a teacher what teachers see of those in their classes. Somebody who is both gets neither for the other.
 */
export const answersOfStudents = (actor: Actor, now: Date): Scope<'form_answers'> =>
  scope('form_answers', actor, {
    admin: everything,
    parent: sql`(form_fields.is_asked and ${ofMyStudents(actor, student)})`,
    teacher: sql`(form_fields.teachers_see and ${ofMyClasses(actor, student, now)})`,
  })

/** Pairs of a field and a student of which one answers. */
export const answeredStudents = (actor: Actor): Scope<'form_answers'> =>
  scope('form_answers', actor, {
    admin: everything,
    parent: sql`(form_fields.is_asked and ${ofMyStudents(actor, student)})`,
    teacher: nothing,
  })

/** Pairs of a field and a household, to see and to answer. */
export const answersOfHouseholds = (actor: Actor): Scope<'form_answers'> =>
  scope('form_answers', actor, {
    admin: everything,
    parent: sql`(form_fields.is_asked and ${ofMyHouseholds(actor, household)})`,
    teacher: nothing,
  })

/** The office keeps up the fields. */
export const keptFields = (actor: Actor): Scope<'form_fields'> =>
  scope('form_fields', actor, { admin: everything, parent: nothing, teacher: nothing })
