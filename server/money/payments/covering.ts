import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { balanceOf, charges, returningOf } from './tables.ts'

/** Charges beside an invoice. The account is locked. */
export const insertCharges = async (db: Db, values: (typeof charges.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(charges).values(values)
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
