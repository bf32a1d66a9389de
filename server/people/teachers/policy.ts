import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { teachers } from './tables.ts'

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
