import { inArray, sql } from 'drizzle-orm'
import type { ReversalCause } from '#contract/money/payments.plain.ts'
import type { Db } from '#server/platform/db.ts'
import { allocations, chargeReversals } from './tables.ts'

/**
 * Reverses charges by counter-entries. What payments had covered of them is released by negative allocations and
 * becomes credit; returns that amount. Skips charges that were reversed before. The caller has locked the households.
 */
export const reverseCharges = async (
  db: Db,
  chargeIds: readonly string[],
  reversal: { cause?: ReversalCause; reason?: string; onDay: string; at: Date },
): Promise<{ count: number; creditCents: number }> => {
  if (chargeIds.length === 0) return { count: 0, creditCents: 0 }
  const reversed = await db
    .insert(chargeReversals)
    .values(
      chargeIds.map(chargeId => ({
        chargeId,
        cause: reversal.cause,
        reason: reversal.reason,
        onDay: reversal.onDay,
        createdAt: reversal.at,
      })),
    )
    .onConflictDoNothing()
    .returning({ chargeId: chargeReversals.chargeId })
  if (reversed.length === 0) return { count: 0, creditCents: 0 }
  const covered = await db
    .select({
      chargeId: allocations.chargeId,
      paymentId: allocations.paymentId,
      amountCents: sql<number>`sum(${allocations.amountCents})::bigint`.mapWith(Number),
    })
    .from(allocations)
    .where(
      inArray(
        allocations.chargeId,
        reversed.map(({ chargeId }) => chargeId),
      ),
    )
    .groupBy(allocations.chargeId, allocations.paymentId)
    .having(sql`sum(${allocations.amountCents}) <> 0`)
  if (covered.length > 0)
    await db
      .insert(allocations)
      .values(covered.map(each => ({ ...each, amountCents: -each.amountCents, createdAt: reversal.at })))
  return { count: reversed.length, creditCents: covered.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}
