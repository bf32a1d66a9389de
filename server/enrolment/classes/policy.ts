import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { sections, sectionTeachers } from './tables.ts'

/** Rows about classes that the actor teaches. */
export const ofMySections = (actor: Actor, section: SQLWrapper): SQL =>
  sql`${section} in (select ${sectionTeachers.sectionId} from ${sectionTeachers} where ${sectionTeachers.teacherId} = ${actor.personId}::uuid)`

/** Classes that are in the public catalogue. */
export const publicSections: Scope<'sections'> = scopeOf(
  'sections',
  inArray(sections.status, ['published', 'open', 'running']),
)

/** The office works on every class, a teacher on their own, a guardian on none: they use the catalogue. */
export const workedSections = (actor: Actor): Scope<'sections'> =>
  scope('sections', actor, { admin: everything, teacher: ofMySections(actor, sections.id), parent: nothing })

/** Classes that the actor teaches, whatever other roles they hold. */
export const taughtSections = (actor: Actor): Scope<'sections'> => scopeOf('sections', ofMySections(actor, sections.id))
