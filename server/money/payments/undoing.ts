import type { Db } from '#server/platform/db.ts'
import { insertCharges, sumRefunds, undoPayment } from './queries.ts'
import { failReturning } from './refundQueries.ts'
import { ledgerTexts } from './ledgerText.ts'

type Undoing = {
  paymentId: string
  householdId: string
  number: string
  status: 'bounced' | 'voided'
  reason: string
  by: string | null
  onDay: string
  at: Date
}

/**
 * Undoes a locked payment that bounced or was a mistake, by counter-entries. What was given back of it already is owed
 * by the family now, and what has not gone out yet can't go out any more.
 */
export const undoReceived = async (db: Db, undoing: Undoing): Promise<void> => {
  const { paymentId, householdId, number, status, reason, by, onDay, at } = undoing
  const refundedCents = await sumRefunds(db, paymentId)
  await undoPayment(db, { paymentId, status, reason, onDay, at })
  await failReturning(db, paymentId, { failure: reason, onDay, by, at })
  if (refundedCents > 0)
    await insertCharges(db, [
      {
        householdId,
        kind: 'other',
        description: ledgerTexts('en')('refundToReturn', { number }),
        nativeDescription: ledgerTexts('zh')('refundToReturn', { number }),
        amountCents: refundedCents,
        onDay,
        dueOn: onDay,
        createdAt: at,
      },
    ])
}
