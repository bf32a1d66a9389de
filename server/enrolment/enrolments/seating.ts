import type { EnrolmentType } from '#contract/values.plain.ts'
import { price, type PricedLine } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { issueInvoice } from '#server/money/payments/acts.ts'
import { findPricingInput, pricedChoice } from './pricingInput.ts'
import { insertEnrolments } from './queries.ts'
import { type SeatedStudent, updateEnrolment } from './seatQueries.ts'

/**
 * What the visits do when students are given seats: their trials of these classes become the enrolments. Whatever gives
 * seats hands it on, since visits stand above.
 */
export type SettleVisits = (
  db: Db,
  seats: readonly { enrolmentId: string; studentId: string; sectionId: string }[],
  at: Date,
) => Promise<void>

type Seat = {
  student: SeatedStudent
  /** The place that is held for them, if one is: it becomes theirs instead of a new one. */
  heldId?: string
  /** How they take part; `regular` where it is not said. */
  type?: EnrolmentType
  sectionId: string
  termId: string
  households: Scope<'households'>
  students: Scope<'students'>
  terms: Scope<'terms'>
  at: Date
}
type Priced = { householdId: string; lines: PricedLine[]; totalCents: number; issuedOn: string; dueDays: number }

const priceOf = async (db: Db, seat: Omit<Seat, 'heldId'>, isLocked: boolean): Promise<Priced> => {
  const { student, type } = seat
  const found = await findPricingInput(db, {
    ...seat,
    sectionIds: [seat.sectionId],
    householdId: student.householdId,
    accountId: null,
    now: seat.at,
    isLocked,
  })
  const section = found?.sections[0]
  if (!found?.family || !section) throw notFound('The class')
  const { family, today, policy, input } = found
  const choice = pricedChoice(family, { key: student.id, name: student.name, birthOn: student.birthOn }, section, type)
  const { lines, totalCents } = price({ ...input, choices: [choice] })
  return { householdId: family.householdId, lines, totalCents, issuedOn: today, dueDays: policy.dueDays }
}

/** What one seat costs a student whom the school knows, by the same rules as a registration; changes nothing. */
export const priceSeat = (db: Db, seat: Omit<Seat, 'heldId'>): Promise<Priced> => priceOf(db, seat, false)

/**
 * Gives a student a seat of a class whose row is locked, and the family its invoice, priced by the same rules as a
 * registration. Whether the seat is free is the caller's question.
 */
export const takeSeat = async (
  db: Db,
  seat: Seat,
  settleVisits: SettleVisits,
): Promise<{ enrolmentId: string; invoiceNumber: string | null; totalCents: number }> => {
  const { householdId, lines, totalCents, issuedOn, dueDays } = await priceOf(db, seat, true)
  const enrolmentId = seat.heldId ?? newId()
  if (seat.heldId) await updateEnrolment(db, seat.heldId, 'active', seat.at)
  else
    await insertEnrolments(db, [
      {
        id: enrolmentId,
        studentId: seat.student.id,
        sectionId: seat.sectionId,
        registrationId: null,
        type: seat.type ?? 'regular',
        status: 'active',
        createdAt: seat.at,
      },
    ])
  await settleVisits(db, [{ enrolmentId, studentId: seat.student.id, sectionId: seat.sectionId }], seat.at)
  // What a scholarship pays whole is on record, too; what costs nothing by itself is not.
  if (lines.every(({ amountCents }) => amountCents === 0)) return { enrolmentId, invoiceNumber: null, totalCents }
  const invoice = await issueInvoice(db, {
    householdId,
    termId: seat.termId,
    registrationId: null,
    lines,
    enrolmentOf: line => (line.sectionId === seat.sectionId ? enrolmentId : null),
    studentOf: line => (line.childKey === null ? null : seat.student.id),
    issuedOn,
    dueDays,
    at: seat.at,
  })
  return { enrolmentId, invoiceNumber: invoice.number, totalCents }
}
