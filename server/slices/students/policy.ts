import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { sections, sectionTeachers } from '#server/slices/classes/tables.ts'
import { enrolments } from '#server/slices/enrolments/tables.ts'
import { guardianships, students } from './tables.ts'

/** Rows about students for whom the actor is a guardian with data access. A guardian without it reaches nothing. */
export const ofMyStudents = (actor: Actor, student: SQLWrapper): SQL =>
  sql`${student} in (select ${guardianships.studentId} from ${guardianships} where ${guardianships.guardianId} = ${actor.personId}::uuid and ${guardianships.hasDataAccess})`

/** Rows about students who sit, or sat, in a class that the actor teaches. */
export const ofMyClasses = (actor: Actor, student: SQLWrapper): SQL =>
  sql`${student} in (select ${enrolments.studentId} from ${enrolments} join ${sections} on ${sections.id} = ${enrolments.sectionId} join ${sectionTeachers} on ${sectionTeachers.sectionId} = ${sections.id} where ${sectionTeachers.teacherId} = ${actor.personId}::uuid)`

/** The office sees every student, a guardian their own, a teacher those of their classes. */
export const visibleStudents = (actor: Actor): Scope<'students'> =>
  scope('students', actor, {
    admin: everything,
    parent: ofMyStudents(actor, students.id),
    teacher: ofMyClasses(actor, students.id),
  })

/** A guardian's own children, whatever other roles they hold. */
export const myStudents = (actor: Actor): Scope<'students'> => scopeOf('students', ofMyStudents(actor, students.id))

/** Students whose record one keeps up: a guardian their own children's, the office all, a teacher none. */
export const caredStudents = (actor: Actor): Scope<'students'> =>
  scope('students', actor, { admin: everything, parent: ofMyStudents(actor, students.id), teacher: nothing })
