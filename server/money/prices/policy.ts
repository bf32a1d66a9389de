import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'

/** Promo codes that the caller manages: the office all. A family that registers enters one and is told its effect. */
export const keptCodes = (actor: Actor): Scope<'promo_codes'> =>
  scope('promo_codes', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Scholarships with their reasons, for the office only. */
export const keptAwards = (actor: Actor): Scope<'awards'> =>
  scope('awards', actor, { admin: everything, parent: nothing, teacher: nothing })

/** The scholarships that affect the prices of one household, including its children's. */
export const awardsOf = (householdId: string): Scope<'awards'> =>
  scopeOf(
    'awards',
    sql`(awards.household_id = ${householdId}::uuid or awards.student_id in (select f.id from students f where f.household_id = ${householdId}::uuid))`,
  )
