export type OpenCharge = { id: string; dueOn: string; outstandingCents: number }

/**
 * Allocates an amount to charges, earliest due date first, in the given order if due on the same day. The rest is
 * credit. The allocations and the credit always add up to the amount.
 */
export const allocate = (
  amountCents: number,
  charges: readonly OpenCharge[],
): { allocations: { chargeId: string; amountCents: number }[]; creditCents: number } => {
  let left = amountCents
  const allocations: { chargeId: string; amountCents: number }[] = []
  for (const charge of [...charges].sort((a, b) => a.dueOn.localeCompare(b.dueOn))) {
    const part = Math.min(left, charge.outstandingCents)
    if (part <= 0) continue
    allocations.push({ chargeId: charge.id, amountCents: part })
    left -= part
  }
  return { allocations, creditCents: left }
}

/**
 * The amount that a family has to pay, in minor units; if negative, it is credit that the family may use. Money being
 * refunded covers no charge, so it counts as neither.
 */
export const dueOf = (account: { balanceCents: number; returningCents: number }): number =>
  account.balanceCents + account.returningCents

/** The status of an invoice, from its current total, the amount paid, and the day. */
export const invoiceStatus = (
  invoice: { totalCents: number; reversedCents: number; paidCents: number; dueOn: string },
  today: string,
): 'issued' | 'partly-paid' | 'paid' | 'overdue' | 'cancelled' => {
  if (invoice.totalCents === 0 && invoice.reversedCents > 0) return 'cancelled'
  if (invoice.paidCents >= invoice.totalCents) return 'paid'
  if (today > invoice.dueOn) return 'overdue'
  return invoice.paidCents > 0 ? 'partly-paid' : 'issued'
}

/**
 * The effect of reversing a charge: what payments covered of it becomes credit, and the balance drops by its net
 * amount.
 */
export const afterReversal = (
  charge: { netCents: number; openCents: number },
  balanceCents: number,
): { creditCents: number; balanceCents: number } => ({
  creditCents: charge.netCents - charge.openCents,
  balanceCents: balanceCents - charge.netCents,
})

/** The effect of undoing a payment: what it covered is open again, and what was refunded from it is owed, too. */
export const afterUndoing = (paymentCents: number, balanceCents: number): { balanceCents: number } => ({
  balanceCents: balanceCents + paymentCents,
})

/** The effect of a refund: the family's credit shrinks by it. */
export const afterRefund = (
  refundCents: number,
  leftCents: number,
  balanceCents: number,
): { leftCents: number; balanceCents: number } => ({
  leftCents: leftCents - refundCents,
  balanceCents: balanceCents + refundCents,
})

/**
 * The payers of an audience to charge: everyone except those who were left out, and those who already have the same
 * charge unless they are in `again`.
 */
export const charged = <Payer extends { key: string; chargedOn: string | null }>(
  payers: readonly Payer[],
  again: readonly string[],
  without: readonly string[],
): Payer[] => {
  const twice = new Set(again)
  const out = new Set(without)
  return payers.filter(({ key, chargedOn }) => !out.has(key) && (chargedOn === null || twice.has(key)))
}
