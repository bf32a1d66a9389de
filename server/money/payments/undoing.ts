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
 * Undoes a locked payment that bounced or was a mistake, by counter-entries. The family is charged for what was
 * refunded from it already; refunds not sent yet fail.
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
 * Handles a refund that fails after it was sent. If its payment was undone in between, the family was charged to repay
 * the refund; that charge is reversed.
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
