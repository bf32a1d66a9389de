/**
 * What a family pays when it pays all that is due, or just the charges it chose: never more than is due beside the
 * credit that it has, since a payment uses that up.
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
