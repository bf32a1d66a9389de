import { allocate, type OpenCharge } from '#rules/ledger.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { findBalance, insertAllocations, insertPayment, listCredits, listOpenCharges } from './queries.ts'
import type { payments } from './tables.ts'

type Received = Pick<
  typeof payments.$inferInsert,
  'householdId' | 'method' | 'amountCents' | 'receivedOn' | 'reference' | 'payer'
> & { recordedBy: string | null }

type Covering = { chargeId: string; amountCents: number }
/** Covers the named charges in their order, and reduces what is open of them. */
const coverNamed = (amountCents: number, named: readonly string[], open: OpenCharge[]): Covering[] => {
  let left = amountCents
  return named.flatMap(chargeId => {
    const charge = open.find(({ id }) => id === chargeId)
    const part = Math.min(left, charge?.outstandingCents ?? 0)
    if (!charge || part <= 0) return []
    charge.outstandingCents -= part
    left -= part
    return [{ chargeId, amountCents: part }]
  })
}

/** What recording a payment depends on: the account's open charges and unused credit, and how receipts are numbered. */
export const readAccount = async (db: Db, householdId: string) => {
  const [open, credits, { receiptPrefix }] = await Promise.all([
    listOpenCharges(db, householdId),
    listCredits(db, householdId),
    findSetting(db, 'paying'),
  ])
  return { open, credits, receiptPrefix }
}

/**
 * Records money received for a locked account in the transaction that causes it: the payment with the next receipt
 * number, and its allocations to the charges `named` first, then to the earliest due. The rest becomes credit. The
 * number is taken in the last round of statements, since all other payments wait for it.
 */
export const receivePayment = async (
  db: Db,
  { open: rest, credits: before, receiptPrefix }: Awaited<ReturnType<typeof readAccount>>,
  { named, today, at, ...received }: Received & { named: readonly string[]; today: string; at: Date },
): Promise<{
  paymentId: string
  receiptNumber: string
  allocatedCents: number
  creditCents: number
  balanceCents: number
}> => {
  const { householdId, amountCents } = received
  const paymentId = newId()
  const meant = coverNamed(amountCents, named, rest)
  const meantCents = meant.reduce((sum, each) => sum + each.amountCents, 0)
  // Earlier credit is used first, so that the family's oldest money covers its oldest charges.
  const credits = [...before, { paymentId, creditCents: amountCents - meantCents }]
  let allocatedCents = 0
  let creditCents = 0
  const covered = credits.flatMap(credit => {
    const made = allocate(credit.creditCents, rest)
    for (const each of made.allocations)
      rest.find(({ id }) => id === each.chargeId)!.outstandingCents -= each.amountCents
    if (credit.paymentId === paymentId) allocatedCents = amountCents - made.creditCents
    creditCents += made.creditCents
    return made.allocations.map(each => ({ paymentId: credit.paymentId, ...each, createdAt: at }))
  })
  // Passed in this order because that is the order in which they are sent (decision 92): allocations refer to the
  // payment.
  const [receiptNumber, , balanceCents] = await Promise.all([
    insertPayment(db, { id: paymentId, receiptPrefix, today, ...received, createdAt: at }),
    insertAllocations(db, [...meant.map(each => ({ paymentId, ...each, createdAt: at })), ...covered]),
    findBalance(db, householdId),
  ])
  return { paymentId, receiptNumber, allocatedCents, creditCents, balanceCents }
}
