export type OpenCharge = { id: string; dueOn: string; outstandingCents: number }

/**
 * Covers charges with an amount, the earliest due first, in the order given where they are due together. What is left
 * over is credit. The allocations and the credit always sum up to the amount.
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
 * What a family has to pay, in minor units; less than nothing is credit that it may use. Money asked back covers
 * nothing, so it is neither.
 */
export const dueOf = (account: { balanceCents: number; returningCents: number }): number =>
  account.balanceCents + account.returningCents

/** The state of an invoice, from what is asked by it today, what was paid of that, and the day. */
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
 * What follows from taking a charge back: what was covered of it becomes credit, and the family owes as much less as
 * its discounts had left of it.
 */
export const afterReversal = (
  charge: { netCents: number; openCents: number },
  balanceCents: number,
): { creditCents: number; balanceCents: number } => ({
  creditCents: charge.netCents - charge.openCents,
  balanceCents: balanceCents - charge.netCents,
})

/** What follows from undoing a payment: what it covered is open again, and what was given back of it is owed, too. */
export const afterUndoing = (paymentCents: number, balanceCents: number): { balanceCents: number } => ({
  balanceCents: balanceCents + paymentCents,
})

/** What follows from giving money back: the credit shrinks, and so does what the family has ahead. */
export const afterRefund = (
  refundCents: number,
  leftCents: number,
  balanceCents: number,
): { leftCents: number; balanceCents: number } => ({
  leftCents: leftCents - refundCents,
  balanceCents: balanceCents + refundCents,
})

/**
 * Who of an audience is charged: all but those who have the same charge already, unless asked for, and those left out.
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
