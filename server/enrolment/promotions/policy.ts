import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'
import { promotionLines } from './tables.ts'

/** Promotions, for the office only. */
export const visibleRuns = (actor: Actor): Scope<'promotion_runs'> =>
  scope('promotion_runs', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Held places that the actor may answer for: the office all, a guardian those of their children. */
export const answerablePlaces = (actor: Actor): Scope<'promotion_lines'> =>
  scope('promotion_lines', actor, {
    admin: everything,
    parent: ofMyStudents(actor, promotionLines.studentId),
    teacher: nothing,
  })

/** Held places of the actor's own children, whatever other roles they hold. */
export const ownPlaces = (actor: Actor): Scope<'promotion_lines'> =>
  scopeOf('promotion_lines', ofMyStudents(actor, promotionLines.studentId))
