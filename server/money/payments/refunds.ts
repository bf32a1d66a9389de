import { officeRefundMoves, type payments, type RefundStatus, returningRefunds } from '#contract/money/payments.ts'
import { dayIn } from '#rules/calendar.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import type { Job } from '#server/platform/jobs.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { visibleLedgers } from './policy.ts'
import { findAccount, findBalance, listCredits, lockHousehold } from './queries.ts'
import { tellRefund } from './refundOutcome.ts'
import { countRefunds, listRefunds, lockRefund, requestRefunds, updateRefund } from './refundQueries.ts'
import { touchFamily } from './touching.ts'
import { takeRepaymentBack } from './undoing.ts'
import { ledgerTexts } from './ledgerText.ts'

type Refunds = Pick<typeof payments, 'payments-refunds' | 'payments-requestRefund' | 'payments-moveRefund'>
/** The job that sends a refund back to the card that paid. */
export type RefundToCard = Job<{ refundId: string }>

/** Handlers for money that is returned to the payer. */
export const refundFunctions = (refundToCard: RefundToCard): Functions<Refunds> => ({
  'payments-refunds': async ({ db, actor, input }) => {
    const seen = visibleLedgers(actor)
    const view = input.view ?? 'open'
    const { openCents, ...counts } = await countRefunds(db, seen)
    const found = await listRefunds(db, seen, view, readKey(input.after, 2))
    return { ...cutPage(found, ({ askedAt, id }) => [askedAt, id]), total: counts[view], counts, openCents }
  },

  'payments-requestRefund': async ({ db, actor, input, now, touch }) => {
    if (!(await lockHousehold(db, visibleLedgers(actor), input.householdId))) throw notFound('The household')
    const credits = await listCredits(db, input.householdId)
    // Credit next to an open charge can't be refunded, since the next payment would use it.
    const { balanceCents, returningCents } = await findAccount(db, input.householdId)
    const freeCredit = credits.reduce((sum, { creditCents }) => sum + creditCents, 0)
    const free = Math.max(0, Math.min(freeCredit, -balanceCents - returningCents))
    if (input.amountCents > free) throw invalid([{ path: 'amountCents', message: 'toomuch' }], 'AMOUNT_TOO_LARGE')
    const { count } = await requestRefunds(db, {
      householdId: input.householdId,
      amountCents: input.amountCents,
      first: [],
      reason: ledgerTexts('en')('creditPaidBack'),
      nativeReason: ledgerTexts('zh')('creditPaidBack'),
      by: actor.personId,
      onDay: dayIn(await zoneOf(db), now),
      at: now,
    })
    await touchFamily({ db, touch }, input.householdId)
    return { count, creditCents: free - input.amountCents }
  },

  'payments-moveRefund': async context => {
    const { db, actor, input, now, touch, enqueue } = context
    const { id, to, reference, note } = input
    const refund = await lockRefund(db, visibleLedgers(actor), id)
    if (!refund) throw notFound('The refund')
    if (!officeRefundMoves(refund).includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `A refund that is ${refund.status} can't become ${to}.`)
    if (to === 'sent' && !input.method) throw invalid([{ path: 'method', message: 'required' }])
    const isUnsent = returningRefunds.includes(refund.status)
    const toCard = to === 'sent' && input.method === 'card'
    // A payment by another method has no card to refund to.
    if (toCard && refund.method !== 'card') throw invalid([{ path: 'method', message: 'invalid' }])
    if (to === 'failed' && note === '') throw invalid([{ path: 'note', message: 'empty' }])
    const onDay = dayIn(await zoneOf(db), now)
    const moved = { status: to satisfies RefundStatus, movedBy: actor.personId, movedAt: now }
    await updateRefund(db, id, {
      ...moved,
      ...(to === 'approved' && { approvedBy: actor.personId }),
      ...(to === 'sent' && input.method && { method: input.method, reference, sentAt: now, onDay }),
      ...(to === 'failed' && { failure: note, failedOn: onDay }),
    })
    if (to === 'failed') await takeRepaymentBack(db, id, refund, { reason: note, onDay, at: now })
    // For a card, the family is told once the provider has accepted the refund.
    if (toCard) await enqueue(refundToCard, { refundId: id })
    else if (to === 'sent' || to === 'failed')
      await tellRefund(context, refund, {
        outcome: to === 'failed' && isUnsent ? 'declined' : to,
        method: input.method ?? '',
        reference,
        note,
      })
    await touchFamily({ db, touch }, refund.householdId)
    return { id, status: to, balanceCents: await findBalance(db, refund.householdId) }
  },
})
