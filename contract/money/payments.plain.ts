/** `bounced`: the money came and was returned. `voided`: it never came; the payment was recorded by mistake. */
export const paymentStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'disputed', 'bounced', 'voided'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
/** The only moves a payment makes. Screens derive their buttons from it, and functions refuse everything else. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['disputed', 'bounced', 'voided'],
  failed: [],
  disputed: ['succeeded', 'bounced'],
  bounced: [],
  voided: [],
}
/** Payments that are in the ledger: the money came, even if it was returned or entered by mistake. */
export const receivedStatuses = ['succeeded', 'bounced', 'voided'] as const satisfies readonly PaymentStatus[]
/** The methods by which the office receives and gives back money by hand. */
export const handMethods = ['cheque', 'cash', 'transfer'] as const
/** Card payments are made and refunded only through the provider (cards.plain.ts). */
export const paymentMethods = [...handMethods, 'card'] as const
/**
 * Methods whose payments a bank may return unpaid, as the office learns from it. Cash can't be returned, and card
 * payments are reported by the provider.
 */
const bouncingMethods: readonly (typeof paymentMethods)[number][] = ['cheque', 'transfer']
/** The moves that the office may make on a payment. */
export const officePaymentMoves = (payment: {
  readonly status: PaymentStatus
  readonly method: (typeof paymentMethods)[number]
}): readonly PaymentStatus[] =>
  paymentMoves[payment.status].filter(to => to !== 'bounced' || bouncingMethods.includes(payment.method))
/** Methods whose money is taken to the bank by hand, and so is listed on a deposit slip. */
export const depositedMethods = ['cheque', 'cash'] as const satisfies readonly (typeof handMethods)[number][]
export const chargeStatuses = ['open', 'settled', 'reversed'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]
/**
 * The only moves a charge makes. They are derived, not stored: a `settled` charge is fully covered, a `reversed` one
 * has a counter-entry.
 */
export const chargeMoves: Record<ChargeStatus, readonly ChargeStatus[]> = {
  open: ['settled', 'reversed'],
  settled: ['open', 'reversed'],
  reversed: [],
}
/**
 * Why a charge or payment was reversed, or a refund failed, unless the office simply decided it: the student left,
 * changed class or became an auditor; a class, lesson or visit was canceled; an application was declined; a trial became
 * an enrolment; the cardholder disputed the payment; the bank returned a refund or the card provider refused it; card
 * payments were not set up.
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
/** Refunds whose money has left the school. They are in the ledger. */
export const paidOutRefunds: readonly RefundStatus[] = ['sent', 'settled']
/** The only moves a refund makes. A refund given by hand is settled at once. */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: ['approved', 'failed'],
  approved: ['sent', 'failed'],
  sent: ['settled', 'failed'],
  settled: [],
  failed: [],
}
/** The moves of a card refund that the provider reports. A bank may return a refund weeks later. */
export const cardRefundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: [],
  approved: [],
  sent: ['settled', 'failed'],
  settled: ['failed'],
  failed: [],
}
/** The moves that the office may make on a refund: none once it was sent to a card, because the provider has it. */
export const officeRefundMoves = (refund: {
  readonly status: RefundStatus
  readonly method: (typeof paymentMethods)[number]
}): readonly RefundStatus[] => (refund.method === 'card' && refund.status === 'sent' ? [] : refundMoves[refund.status])

/** The views of the office's refund queue: waiting for the office, sent, finished. */
export const refundViews = ['open', 'sent', 'over'] as const
/** Refunds that were requested and have not left the school. Their money can't be used for anything else. */
export const returningRefunds: readonly RefundStatus[] = ['requested', 'approved']

export const invoiceStatuses = ['draft', 'issued', 'partly-paid', 'paid', 'overdue', 'cancelled'] as const
export const chargeKinds = ['tuition', 'books', 'registration', 'late', 'other'] as const

/** The number of days for which a new run skips anyone who got the same charge, unless they are explicitly included. */
export const duplicateDays = 60
/** The number of hours in which a run can be undone as a whole. */
export const undoHours = 24
/** The minimum number of hours between two email reminders to a family, unless the office overrides it. */
export const reminderHours = 24

/** The views of families by balance. */
export const balanceViews = ['all', 'owing', 'overdue', 'credit'] as const
export const ages = ['current', 'days30', 'days60', 'older'] as const
