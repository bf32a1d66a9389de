/**
 * The states of a card payment in progress. `initiated`: the family is sent to the provider's page. `pending`: the
 * family is done and the bank has not confirmed yet. `expired`: the page was abandoned.
 */
export const checkoutStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'expired'] as const
type CheckoutStatus = (typeof checkoutStatuses)[number]
/** The only moves a checkout makes. Money that arrives counts, even after a checkout failed or expired. */
export const checkoutMoves: Record<CheckoutStatus, readonly CheckoutStatus[]> = {
  initiated: ['pending', 'succeeded', 'failed', 'expired'],
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
  expired: ['pending', 'succeeded', 'failed'],
}

/**
 * Why a checkout failed: the provider could not be reached or refused to open its page, the bank declined, or the
 * amount that arrived differs from the one requested, which the office reviews.
 */
export const checkoutFailures = ['unreachable', 'refused', 'declined', 'mismatch'] as const

/** The credentials that the school stores for its account with the provider. */
export const cardKeys = ['secretKey', 'webhookSecret'] as const

/** The outcomes of testing the stored key. */
export const cardTestOutcomes = ['works', 'noKey', 'wrongKey', 'mayNot', 'unreachable', 'refused'] as const
/** The state of the provider's webhook. `unknown`: the key has no permission to ask. */
export const hookStates = ['ready', 'missing', 'incomplete', 'unknown'] as const

/** The webhook events that Lantern needs from the provider. */
export const cardEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const
