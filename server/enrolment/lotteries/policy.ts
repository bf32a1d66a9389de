import { inArray } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMyStudents } from '#server/people/students/policy.ts'
import { lotteries, lotteryEntries } from './tables.ts'

/** Lotteries that are public: those that were opened and not canceled. */
export const publishedLotteries: Scope<'lotteries'> = scopeOf(
  'lotteries',
  inArray(lotteries.status, ['open', 'closed', 'drawn', 'finished']),
)

/** Lotteries that the actor runs: the office all of them. */
export const runLotteries = (actor: Actor): Scope<'lotteries'> =>
  scope('lotteries', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Entries by name, for the office only. */
export const visibleEntries = (actor: Actor): Scope<'lottery_entries'> =>
  scope('lottery_entries', actor, { admin: everything, parent: nothing, teacher: nothing })

/** Entries of the actor's own children, whichever family member entered them. */
export const myEntries = (actor: Actor): Scope<'lottery_entries'> =>
  scopeOf('lottery_entries', ofMyStudents(actor, lotteryEntries.studentId))
