import { cardRefundMoves } from '#contract/money/payments.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Context } from '#server/platform/functions.ts'
import { postAll } from '#server/platform/mail.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import { everyLedger } from './policy.ts'
import { listGuardians, type LockedRefund, lockRefund, updateRefund } from './refundQueries.ts'
import { refundLetter, type RefundOutcome } from './refundLetter.ts'
import { touchFamily } from './touching.ts'
import { takeRepaymentBack } from './undoing.ts'

/** What became of a refund to a card. `failure` is what the provider says of it. */
export type CardOutcome =
  | { to: 'settled' }
  | { to: 'failed'; cause: 'refund-returned' | 'refund-refused' | 'cards-off'; failure: string }

type Telling = Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>

/** Tells the family that a refund was sent, failed or was declined. */
export const tellRefund = async (
  context: Telling,
  refund: LockedRefund,
  about: { outcome: RefundOutcome; method: string; reference: string; note: string },
): Promise<void> => {
  const { db, settings } = context
  const school = await letterhead(db)
  const guardians = await listGuardians(db, refund.householdId)
  await postAll(
    context,
    guardians
      .filter(({ email }) => email !== '')
      .map(guardian =>
        refundLetter(
          guardian,
          { ...about, amountCents: refund.amountCents },
          school,
          `${settings.publicUrl}/paymenthistory`,
        ),
      ),
  )
}

/** Tells the family that the provider has accepted a refund to a card. */
export const tellCardRefund = async (context: Telling, id: string, card: string): Promise<void> => {
  const refund = await lockRefund(context.db, everyLedger, id)
  if (refund) await tellRefund(context, refund, { outcome: 'sent', method: 'card', reference: card, note: '' })
}

/**
 * Applies the provider's outcome of a refund to a card where `cardRefundMoves` allows it; otherwise changes nothing. A
 * failed refund stays in the ledger with its counter-entry, and the money is credit again.
 */
export const moveCardRefund = async (
  context: Telling & Pick<Context<unknown>, 'now' | 'touch'>,
  id: string,
  outcome: CardOutcome,
): Promise<void> => {
  const { db, now, touch } = context
  const { to } = outcome
  const refund = await lockRefund(db, everyLedger, id)
  if (!refund || refund.method !== 'card' || !cardRefundMoves[refund.status].includes(to)) return
  const onDay = dayIn(await zoneOf(db), now)
  await updateRefund(db, id, {
    status: to,
    movedBy: null,
    movedAt: now,
    ...(to === 'failed' && { failure: outcome.failure, failureCause: outcome.cause, failedOn: onDay }),
  })
  if (to === 'failed') {
    await takeRepaymentBack(db, id, refund, { cause: outcome.cause, onDay, at: now })
    await tellRefund(context, refund, { outcome: to, method: 'card', reference: '', note: '' })
  }
  await touchFamily({ db, touch }, refund.householdId)
}
