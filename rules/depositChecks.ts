type CheckPayment = {
  number: string
  household: string
  receivedOn: string
  reference: string
  payer: string
  householdNativeName: string
  payerNativeName: string
  amountCents: number
}
type DepositCheck = Omit<CheckPayment, 'number'> & { receipts: string[] }

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * The checks to deposit, in the order of their payments. Payments of the same day, check number and payer are one check
 * that pays for several families; without a number or a payer, each payment is a check.
 */
export const depositChecks = (payments: readonly CheckPayment[]): DepositCheck[] => {
  const checks = Map.groupBy(payments, ({ number, receivedOn, reference, payer }) =>
    reference.trim() === '' || payer.trim() === ''
      ? number
      : JSON.stringify([receivedOn, plain(reference), plain(payer)]),
  )
  return [...checks.values()].map(parts => {
    const { number: _first, ...check } = parts[0]!
    const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0)
    return { ...check, amountCents, receipts: parts.map(({ number }) => number) }
  })
}
