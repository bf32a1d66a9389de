/**
 * The amount to pay for everything due, or for the chosen charges only. It is at most the total due less the family's
 * credit, because a payment uses the credit up.
 */
export const toPay = (
  open: readonly { id: string; openCents: number }[],
  creditCents: number,
  chosen: readonly string[],
): number => {
  const sumOf = (charges: typeof open) => charges.reduce((sum, { openCents }) => sum + openCents, 0)
  const dueCents = Math.max(0, sumOf(open) - creditCents)
  if (chosen.length === 0) return dueCents
  return Math.min(dueCents, sumOf(open.filter(({ id }) => chosen.includes(id))))
}
