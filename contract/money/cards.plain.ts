/**
 * A payment by card on its way. `initiated`: the family is led to the provider's page. `pending`: the family has done
 * its part and the bank takes its time. `expired`: the page was left.
 */
export const checkoutStatuses = ['initiated', 'pending', 'succeeded', 'failed', 'expired'] as const
type CheckoutStatus = (typeof checkoutStatuses)[number]
/** The only moves a checkout makes. Money that did come counts, whatever was told before. */
export const checkoutMoves: Record<CheckoutStatus, readonly CheckoutStatus[]> = {
  initiated: ['pending', 'succeeded', 'failed', 'expired'],
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
  expired: ['pending', 'succeeded', 'failed'],
}

/**
 * Why a checkout failed: the provider could not be reached, it refused to open its page, the bank declined, or what came
 * was not what was asked for and the office looks at it.
 */
export const checkoutFailures = ['unreachable', 'refused', 'declined', 'mismatch'] as const

/** What the school keeps of its account with the provider. */
export const cardKeys = ['secretKey', 'webhookSecret'] as const

/** How a test of the kept key ends. */
export const cardTestOutcomes = ['works', 'noKey', 'wrongKey', 'mayNot', 'unreachable', 'refused'] as const
/** Whether the provider knows where to send its news. `unknown`: the key may not ask. */
export const hookStates = ['ready', 'missing', 'incomplete', 'unknown'] as const

/** The news that Lantern needs from the provider. */
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
