import { paidOutRefunds, type ReversalCause } from '#contract/money/payments.plain.ts'
import type { Db } from '#server/platform/db.ts'
import { ledgerTexts } from './ledgerText.ts'
import { insertCharges, listGone, undoPayment } from './queries.ts'
import { failReturning, findRepayment, type LockedRefund } from './refundQueries.ts'
import { reverseCharges } from './reversalQueries.ts'

type Undoing = {
  paymentId: string
  householdId: string
  number: string
  status: 'bounced' | 'voided'
  /** Why, in the office's words, or in the card provider's where the cause is known. */
  reason: string
  cause?: ReversalCause | undefined
  by: string | null
  onDay: string
  at: Date
}

/**
 * Undoes a locked payment that bounced or was a mistake, by counter-entries. What was given back of it already is owed
 * by the family now, and what has not gone out yet can't go out any more.
 */
export const undoReceived = async (db: Db, undoing: Undoing): Promise<void> => {
  const { paymentId, householdId, number, status, reason, cause, by, onDay, at } = undoing
  const gone = await listGone(db, paymentId)
  await undoPayment(db, { paymentId, status, reason, cause, onDay, at })
  await failReturning(db, paymentId, { failure: reason, failureCause: cause, onDay, by, at })
  const repayment = {
    householdId,
    kind: 'other' as const,
    description: ledgerTexts('en')('refundToReturn', { number }),
    nativeDescription: ledgerTexts('zh')('refundToReturn', { number }),
    onDay,
    dueOn: onDay,
    createdAt: at,
  }
  await insertCharges(
    db,
    gone.map(amountCents => ({ ...repayment, amountCents })),
  )
}

/**
 * A refund that had gone out has failed after all. Where its payment was undone meanwhile, the family was asked to repay
 * it, and has nothing to repay.
 */
export const takeRepaymentBack = async (
  db: Db,
  id: string,
  before: LockedRefund,
  why: { cause?: ReversalCause; reason?: string; onDay: string; at: Date },
): Promise<void> => {
  if (!paidOutRefunds.includes(before.status)) return
  const chargeId = await findRepayment(db, id)
  if (chargeId !== null) await reverseCharges(db, [chargeId], why)
}
