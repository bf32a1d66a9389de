import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { LateFeePolicy } from '../settings.ts'
import { Cents, Day, Id, Nothing, SumCents } from '../values.ts'
import { chargeKinds } from './payments.plain.ts'

export const LateFeeRow = z.object({
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  /** The overdue balance without late fees, the day it became overdue, and the late fees on it so far. */
  openCents: Cents,
  /** The charges it consists of, earliest due first. */
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
  /** Late fees on it that the office has reversed one by one; those of a run that was undone don't count. */
  waivedCents: Cents,
  /** The fee a run would add. */
  feeCents: Cents,
})
export type LateFeeRow = z.infer<typeof LateFeeRow>

/** Late fees on overdue charges: a part of the payments slice. */
export const lateFees = {
  /** Families with charges overdue beyond the grace period, and the fee a run would add for each. Changes nothing. */
  'payments-lateFees': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({ rows: z.array(LateFeeRow), totalCents: SumCents, policy: LateFeePolicy }),
  }),
  /** Charges the late fees proposed for these families. Refused when the families or the sum have changed. */
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
