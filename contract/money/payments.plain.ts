/** `bounced`: the money came and went back. `voided`: it never came, the record was a mistake. */
export const paymentStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'disputed', 'bounced', 'voided'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
/** The only moves a payment makes: screens show buttons by it, functions refuse by it. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['disputed', 'bounced', 'voided'],
  failed: [],
  disputed: ['succeeded', 'bounced'],
  bounced: [],
  voided: [],
}
/** Payments that are in the ledger: the money came, even where it went back or was entered in error. */
export const receivedStatuses = ['succeeded', 'bounced', 'voided'] as const satisfies readonly PaymentStatus[]
/** How the office takes and gives money by hand. */
export const handMethods = ['cheque', 'cash', 'transfer'] as const
/** Card payments come and go through the provider alone (cards.plain.ts). */
export const paymentMethods = [...handMethods, 'card'] as const
/** What a bank may return unpaid, as the office hears of it. Cash can't come back, and of cards the provider tells. */
const bouncingMethods: readonly (typeof paymentMethods)[number][] = ['cheque', 'transfer']
/** The moves that the office may make with a payment. */
export const officePaymentMoves = (payment: {
  readonly status: PaymentStatus
  readonly method: (typeof paymentMethods)[number]
}): readonly PaymentStatus[] =>
  paymentMoves[payment.status].filter(to => to !== 'bounced' || bouncingMethods.includes(payment.method))
/** What goes to the bank by hand, and so stands on a deposit slip. */
export const depositedMethods = ['cheque', 'cash'] as const satisfies readonly (typeof handMethods)[number][]
export const chargeStatuses = ['open', 'settled', 'reversed'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]
/**
 * The only moves a charge makes. None is stored: `settled` is being covered whole, `reversed` having a counter-entry.
 */
export const chargeMoves: Record<ChargeStatus, readonly ChargeStatus[]> = {
  open: ['settled', 'reversed'],
  settled: ['open', 'reversed'],
  reversed: [],
}
/**
 * What a reversal or a failed refund follows from, where it isn't the office's own decision: leaving a class, changing
 * class, becoming or no longer being an auditor, a canceled class, a declined application, a trial that became an
 * enrolment, a canceled lesson or visit; a card payment disputed by the cardholder; a refund that the bank returned or
 * the card provider refused, or that was due when the school had no card payments set up.
 */
export const reversalCauses = [
  'left',
  'transferred',
  'retyped',
  'class-canceled',
  'declined',
  'enrolled',
  'lesson-canceled',
  'visit-canceled',
  'disputed',
  'refund-returned',
  'refund-refused',
  'cards-off',
] as const
export type ReversalCause = (typeof reversalCauses)[number]

export const refundStatuses = ['requested', 'approved', 'sent', 'settled', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]
/** Refunds whose money has left the school: they are in the ledger. */
export const paidOutRefunds: readonly RefundStatus[] = ['sent', 'settled']
/** The only moves a refund makes. One given by hand is settled at once. */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: ['approved', 'failed'],
  approved: ['sent', 'failed'],
  sent: ['settled', 'failed'],
  settled: [],
  failed: [],
}
/** The moves of a refund to a card that the provider tells of: a bank may send it back weeks later. */
export const cardRefundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: [],
  approved: [],
  sent: ['settled', 'failed'],
  settled: ['failed'],
  failed: [],
}
/** What the office may do about a refund: one that was sent to a card is with the provider. */
export const officeRefundMoves = (refund: {
  readonly status: RefundStatus
  readonly method: (typeof paymentMethods)[number]
}): readonly RefundStatus[] => (refund.method === 'card' && refund.status === 'sent' ? [] : refundMoves[refund.status])

/** The office's queue of refunds: what waits for it, what is on its way, what is over. */
export const refundViews = ['open', 'sent', 'over'] as const
/** Refunds that were asked for and have not left the school: nothing else may use that money. */
export const returningRefunds: readonly RefundStatus[] = ['requested', 'approved']

export const invoiceStatuses = ['draft', 'issued', 'partly-paid', 'paid', 'overdue', 'cancelled'] as const
export const chargeKinds = ['tuition', 'books', 'registration', 'late', 'other'] as const

/** A new run leaves out anyone who got the same charge within these days, unless they are asked for again. */
export const duplicateDays = 60
/** A run may be undone as a whole for so long. */
export const undoHours = 24
/** Hours between two reminders by mail of one family, unless the office insists. */
export const reminderHours = 24

/** Families by their balance. */
export const balanceViews = ['all', 'owing', 'overdue', 'credit'] as const
export const ages = ['current', 'days30', 'days60', 'older'] as const
