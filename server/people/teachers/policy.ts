import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { sections, sectionTeachers } from '#server/enrolment/classes/tables.ts'
import { teacherAbsences, teachers } from './tables.ts'

/** The office sees the teachers' records; families meet their names in the catalogue. */
export const visibleTeachers = (actor: Actor): Scope<'teachers'> =>
  scope('teachers', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Whose times one may read and say: the office everybody's, a teacher their own. */
export const plannedTeachers = (actor: Actor): Scope<'teachers'> =>
  scope('teachers', actor, {
    admin: everything,
    parent: nothing,
    teacher: eq(teachers.id, sql`${actor.personId}::uuid`),
  })

/** Days for which the actor has called in sick themselves. */
export const ownAbsences = (actor: Actor): Scope<'teacher_absences'> =>
  scopeOf('teacher_absences', eq(teacherAbsences.teacherId, sql`${actor.personId}::uuid`))

/** Rows about classes that the actor teaches. */
export const ofMySections = (actor: Actor, section: SQLWrapper): SQL =>
  sql`${section} in (select ${sectionTeachers.sectionId} from ${sectionTeachers} where ${sectionTeachers.teacherId} = ${actor.personId}::uuid)`

/** The office works on every class, a teacher on their own, a guardian on none: they use the catalogue. */
export const workedSections = (actor: Actor): Scope<'sections'> =>
  scope('sections', actor, { admin: everything, teacher: ofMySections(actor, sections.id), parent: nothing })

/** Classes that the actor teaches, whatever other roles they hold. */
export const taughtSections = (actor: Actor): Scope<'sections'> => scopeOf('sections', ofMySections(actor, sections.id))
