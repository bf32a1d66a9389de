import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { assessments } from './tables.ts'

/** Scales are the office's and the teachers' tools; families see the results. */
export const visibleScales = (actor: Actor): Scope<'grade_scales'> =>
  scope('grade_scales', actor, { admin: everything, teacher: everything, parent: nothing })

/** The office grades in every class, a teacher in their own; families read results through `gradedChildren`. */
export const gradedAssessments = (actor: Actor): Scope<'assessments'> =>
  scope('assessments', actor, {
    admin: everything,
    teacher: ofMySections(actor, assessments.sectionId),
    parent: nothing,
  })

/** Whose results a family reads once they are released: a guardian's own children's. */
export const gradedChildren = (actor: Actor): Scope<'students'> => myStudents(actor)
