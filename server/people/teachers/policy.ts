import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { among, everything, nothing, scope, type Scope, scopeOf } from '#server/platform/scope.ts'
import { sections, sectionTeachers } from '#server/enrolment/classes/tables.ts'
import { teacherAbsences, teachers } from './tables.ts'

/** Only the office sees teachers' records. Families see their names in the catalog. */
export const visibleTeachers = (actor: Actor): Scope<'teachers'> =>
  scope('teachers', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Teachers whose busy times the actor may read and set: the office all, teachers their own. */
export const plannedTeachers = (actor: Actor): Scope<'teachers'> =>
  scope('teachers', actor, {
    admin: everything,
    parent: nothing,
    teacher: eq(teachers.id, sql`${actor.personId}::uuid`),
  })

/** The actor's own sick days. */
export const ownAbsences = (actor: Actor): Scope<'teacher_absences'> =>
  scopeOf('teacher_absences', eq(teacherAbsences.teacherId, sql`${actor.personId}::uuid`))

/** Rows about classes that the actor teaches. */
export const ofMySections = (actor: Actor, section: SQLWrapper): SQL =>
  among(
    section,
    sql`select ${sectionTeachers.sectionId} from ${sectionTeachers} where ${sectionTeachers.teacherId} = ${actor.personId}::uuid`,
  )

/** The office manages every class, teachers their own, and guardians none: they use the catalog. */
export const workedSections = (actor: Actor): Scope<'sections'> =>
  scope('sections', actor, { admin: everything, teacher: ofMySections(actor, sections.id), parent: nothing })

/** Classes that the actor teaches, regardless of their other roles. */
export const taughtSections = (actor: Actor): Scope<'sections'> => scopeOf('sections', ofMySections(actor, sections.id))
