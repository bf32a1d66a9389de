import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { LateFeePolicy } from '../settings.ts'
import { Cents, Day, Id, Nothing, SumCents } from '../values.ts'
import { chargeKinds } from './payments.plain.ts'

export const LateFeeRow = z.object({
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  /** What is overdue without late fees, since when, and the late fees on it so far. */
  openCents: Cents,
  /** The charges of that, the earliest due first. */
  charges: z.array(
    z.object({
      kind: z.enum(chargeKinds),
      description: z.string(),
      nativeDescription: z.string(),
      student: z.string(),
      studentNativeName: z.string(),
      openCents: Cents,
      dueOn: Day,
    }),
  ),
  dueOn: Day,
  daysLate: z.int(),
  chargedCents: Cents,
  /** What a run would add. */
  feeCents: Cents,
})
export type LateFeeRow = z.infer<typeof LateFeeRow>

/** What is added to debts that are overdue: part of the payments. */
export const lateFees = {
  /** Families with money overdue beyond the days of grace, and what a run would add for each. Changes nothing. */
  'payments-lateFees': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({ rows: z.array(LateFeeRow), totalCents: SumCents, policy: LateFeePolicy }),
  }),
  /** Charges the late fees proposed for these families; refuses when they or the sum have changed. */
  'payments-chargeLateFees': write({
    by: ['admin'],
    input: z.object({
      householdIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(1000)),
      agreedCount: z.int(),
      agreedCents: SumCents,
    }),
    output: z.object({ runId: Id, count: z.int(), totalCents: SumCents }),
  }),
}
