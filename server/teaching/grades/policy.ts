import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { assessments } from './tables.ts'

/** Grade scales, for the office and teachers; families only see the results. */
export const visibleScales = (actor: Actor): Scope<'grade_scales'> =>
  scope('grade_scales', actor, { admin: everything, teacher: everything, parent: nothing })

/**
 * Assessments that the actor grades: the office all, a teacher those of their classes. Families read results through
 * `gradedChildren`.
 */
export const gradedAssessments = (actor: Actor): Scope<'assessments'> =>
  scope('assessments', actor, {
    admin: everything,
    teacher: ofMySections(actor, assessments.sectionId),
    parent: nothing,
  })

/** Students whose released results a family reads: a guardian's own children. */
export const gradedChildren = (actor: Actor): Scope<'students'> => myStudents(actor)
