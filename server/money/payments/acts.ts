import { daysAfter } from '#rules/days.ts'
import type { PricedLine } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { recordPromoUse } from '#server/money/prices/acts.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { insertCharges, insertInvoice } from './queries.ts'
import { charges, discounts } from './tables.ts'

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
 * Issues an invoice in the transaction that causes it: its lines as agreed, a charge for each, and the discounts that
 * rules gave. A promo code among them is counted as used. Credit of the household is applied by its next payment, never
 * silently.
 */
export const issueInvoice = async (
  db: Db,
  invoice: NewInvoice,
): Promise<{ id: string; number: string; dueOn: string }> => {
  const id = newId()
  const { householdId, termId, registrationId, lines, issuedOn, at } = invoice
  const dueOn = daysAfter(issuedOn, invoice.dueDays)
  const totalCents = lines.reduce((sum, line) => sum + line.netCents, 0)
  const { invoicePrefix } = await findSetting(db, 'paying')
  const made = lines.map(line => ({ id: newId(), line }))
  const taken = made.flatMap(({ id: chargeId, line }) =>
    line.discounts.map(discount => ({ chargeId, ...discount, createdAt: at })),
  )
  // Sent together and run in this order: until the commit every other invoice waits for its number.
  const [number] = await Promise.all([
    insertInvoice(db, {
      id,
      invoicePrefix,
      householdId,
      termId,
      registrationId,
      lines: JSON.stringify(lines),
      totalCents,
      issuedOn,
      dueOn,
      createdAt: at,
    }),
    insertCharges(
      db,
      made.map(({ id: chargeId, line }) => ({
        id: chargeId,
        householdId,
        invoiceId: id,
        studentId: invoice.studentOf(line),
        enrolmentId: invoice.enrolmentOf(line),
        kind: line.kind,
        description: line.section,
        amountCents: line.amountCents,
        onDay: issuedOn,
        dueOn,
        createdAt: at,
      })),
    ),
    taken.length > 0 && db.insert(discounts).values(taken),
    recordPromoUse(db, lines, { invoiceId: id, registrationId, at }),
  ])
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
  /** `day` by default. */
  dueOn?: string
  at: Date
}

/** Charges a household for something that is on no invoice; returns the charge's id. */
export const addCharge = async (db: Db, { day, dueOn = day, at, ...charge }: NewCharge): Promise<string> => {
  const id = newId()
  await db.insert(charges).values({ id, ...charge, onDay: day, dueOn, createdAt: at })
  return id
}

/**
 * The invoice and the due day of what stays of a reversed charge and is charged again: it is still asked for by the same
 * invoice, and no earlier than that said.
 */
export const keptOn = (
  { invoiceId, dueOn }: { invoiceId: string | null; dueOn: string },
  today: string,
): { invoiceId: string | null; dueOn: string } => ({ invoiceId, dueOn: dueOn > today ? dueOn : today })

export { listCredited } from './creditQueries.ts'
export { coverHouseholds, creditCharges, takeCreditsBack } from './credits.ts'
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
export { readAccount, receivePayment } from './receiving.ts'
export { type CardOutcome, moveCardRefund, tellCardRefund } from './refundOutcome.ts'
export { requestRefunds } from './refundQueries.ts'
export { reverseCharges } from './reversalQueries.ts'
export { markEveryBalance, storedBalances } from './storedBalanceQueries.ts'
export { touchFamily } from './touching.ts'
export { undoReceived } from './undoing.ts'
