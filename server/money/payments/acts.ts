import { daysAfter } from '#rules/calendar.ts'
import type { PricedLine } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { recordPromoUse } from '#server/money/prices/acts.ts'
import { numberOf } from './numberQueries.ts'
import { charges, discounts, invoices } from './tables.ts'

type NewInvoice = {
  householdId: string
  termId: string
  registrationId: string | null
  lines: PricedLine[]
  enrolmentOf: (line: PricedLine) => string | null
  studentOf: (line: PricedLine) => string | null
  issuedOn: string
  dueDays: number
  at: Date
}

/**
 * Issues an invoice within the transaction that causes it: its lines as they were agreed, a charge for each and the
 * discounts that rules took off; a promo code among them is used once more. Credit that the household has is applied by the next payment, never silently.
 */
export const issueInvoice = async (
  db: Db,
  invoice: NewInvoice,
): Promise<{ id: string; number: string; dueOn: string }> => {
  const id = newId()
  const number = await numberOf(db, 'invoice', invoice.issuedOn)
  const dueOn = daysAfter(invoice.issuedOn, invoice.dueDays)
  const totalCents = invoice.lines.reduce((sum, line) => sum + line.netCents, 0)
  await db.insert(invoices).values({
    id,
    number,
    householdId: invoice.householdId,
    termId: invoice.termId,
    registrationId: invoice.registrationId,
    lines: invoice.lines,
    totalCents,
    issuedOn: invoice.issuedOn,
    dueOn,
    createdAt: invoice.at,
  })
  const made = invoice.lines.map(line => ({ id: newId(), line }))
  await db.insert(charges).values(
    made.map(({ id: chargeId, line }) => ({
      id: chargeId,
      householdId: invoice.householdId,
      invoiceId: id,
      studentId: invoice.studentOf(line),
      enrolmentId: invoice.enrolmentOf(line),
      kind: line.kind,
      description: line.section,
      amountCents: line.amountCents,
      onDay: invoice.issuedOn,
      dueOn,
      createdAt: invoice.at,
    })),
  )
  const taken = made.flatMap(({ id: chargeId, line }) =>
    line.discounts.map(discount => ({ chargeId, ...discount, createdAt: invoice.at })),
  )
  if (taken.length > 0) await db.insert(discounts).values(taken)
  await recordPromoUse(db, invoice.lines, { invoiceId: id, registrationId: invoice.registrationId, at: invoice.at })
  return { id, number, dueOn }
}

type NewCharge = {
  householdId: string
  kind: (typeof charges.$inferInsert)['kind']
  description: string
  nativeDescription: string
  amountCents: number
  studentId?: string
  day: string
  /** The day itself where it is not said. */
  dueOn?: string
  at: Date
}

/** Charges a household for something that no invoice asks for; answers the charge's id. */
export const addCharge = async (db: Db, { day, dueOn = day, at, ...charge }: NewCharge): Promise<string> => {
  const id = newId()
  await db.insert(charges).values({ id, ...charge, onDay: day, dueOn, createdAt: at })
  return id
}

export { listCredited } from './creditQueries.ts'
export { coverHouseholds, creditCharges, takeCreditsBack } from './credits.ts'
export { numberOf } from './numberQueries.ts'
export {
  findBalance,
  insertCharges,
  listCredits,
  listDue,
  listMembers,
  listOpenCharges,
  lockHousehold,
  lockHouseholds,
  lockPayment,
} from './queries.ts'
export { receivePayment } from './receiving.ts'
export { moveCardRefund, tellCardRefund } from './refundOutcome.ts'
export { requestRefunds } from './refundQueries.ts'
export { reverseCharges } from './reversalQueries.ts'
export { touchFamily } from './touching.ts'
export { undoReceived } from './undoing.ts'
