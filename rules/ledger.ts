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

/** How an invoice stands, from what has been paid of it and the day. */
export const invoiceStatus = (
  invoice: { totalCents: number; paidCents: number; dueOn: string },
  today: string,
): 'issued' | 'partly-paid' | 'paid' | 'overdue' => {
  if (invoice.paidCents >= invoice.totalCents) return 'paid'
  if (today > invoice.dueOn) return 'overdue'
  return invoice.paidCents > 0 ? 'partly-paid' : 'issued'
}
