import { sql } from 'drizzle-orm'
import { allocate } from '#rules/ledger.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { insertAllocations, listCredits, listOpenCharges } from './queries.ts'
import { balanceOf, charges, returningOf } from './tables.ts'

/** Charges beside an invoice. The account is locked. */
export const insertCharges = async (db: Db, values: (typeof charges.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(charges).values(values)
}

/** Covers what is open of a locked account with the credit that it has, the oldest of both first. */
export const coverOpen = async (db: Db, householdId: string, at: Date): Promise<void> => {
  const open = await listOpenCharges(db, householdId)
  const credits = await listCredits(db, householdId)
  await insertAllocations(
    db,
    credits.flatMap(({ paymentId, creditCents }) => {
      const made = allocate(creditCents, open).allocations
      for (const { chargeId, amountCents } of made)
        open.find(({ id }) => id === chargeId)!.outstandingCents -= amountCents
      return made.map(each => ({ ...each, paymentId, createdAt: at }))
    }),
  )
}

/** What a household owes (less than nothing is credit), and what of its credit was asked back and has not left the school. */
export const findAccount = async (
  db: Db,
  householdId: string,
): Promise<{ balanceCents: number; returningCents: number }> =>
  (
    await rows<{ balanceCents: number; returningCents: number }>(
      db,
      sql`select ${balanceOf(sql`${householdId}::uuid`)} as "balanceCents",
        (select coalesce(sum(${returningOf('p')}), 0)::bigint from payments p where p.household_id = ${householdId}::uuid and p.status = 'succeeded') as "returningCents"`,
    )
  )[0]!
