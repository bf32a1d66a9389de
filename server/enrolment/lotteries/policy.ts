import { inArray } from 'drizzle-orm'
import type { Actor } from '#server/platform/functions.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'
import { lotteries, lotteryEntries } from './tables.ts'

/** Lotteries that everybody may read of: those that were opened and not called off. */
export const publishedLotteries: Scope<'lotteries'> = scopeOf(
  'lotteries',
  inArray(lotteries.status, ['open', 'closed', 'drawn', 'finished']),
)

/** Lotteries that one runs: the office all of them. */
export const runLotteries = (actor: Actor): Scope<'lotteries'> =>
  scope('lotteries', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Every entry by name is for the office. */
export const visibleEntries = (actor: Actor): Scope<'lottery_entries'> =>
  scope('lottery_entries', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Entries of the actor's own children, no matter who of the family entered them. */
export const myEntries = (actor: Actor): Scope<'lottery_entries'> =>
  scopeOf('lottery_entries', ofMyStudents(actor, lotteryEntries.studentId))
