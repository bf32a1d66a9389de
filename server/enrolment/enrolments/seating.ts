import type { EnrolmentType } from '#contract/values.plain.ts'
import { price, type PricedLine } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { issueInvoice } from '#server/money/payments/acts.ts'
import { findPricingInput, pricedChoice } from './pricingInput.ts'
import { insertEnrolments } from './queries.ts'
import { type SeatedStudent, updateEnrolment } from './seatQueries.ts'

/**
 * What visits do when students are given seats: their trials of these classes end in the enrolments. It is passed in by
 * everything that gives seats, since visits are a slice above.
 */
export type SettleVisits = (
  db: Db,
  seats: readonly { enrolmentId: string; studentId: string; sectionId: string }[],
  at: Date,
) => Promise<void>

type Seat = {
  student: SeatedStudent
  /** The student's held place, where there is one: it is turned into the enrolment. */
  heldId?: string
  /** How they take part; `regular` by default. */
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
  if (!found || !section) throw notFound('The class')
  if (!found.family)
    throw conflict('OTHER_HOUSEHOLD', 'Another household of this child pays, and the caller doesn’t belong to it.')
  const { family, today, policy, input } = found
  const choice = pricedChoice(family, { key: student.id, name: student.name, birthOn: student.birthOn }, section, type)
  const { lines, totalCents } = price({ ...input, choices: [choice] })
  return { householdId: family.householdId, lines, totalCents, issuedOn: today, dueDays: policy.dueDays }
}

/** The price of a seat for a student on file, by the same rules as a registration. Changes nothing. */
export const priceSeat = (db: Db, seat: Omit<Seat, 'heldId'>): Promise<Priced> => priceOf(db, seat, false)

/** Throws if a seat costs something else than the family was shown. */
export const agreeOn = ({ totalCents }: { totalCents: number }, agreedCents: number | undefined): void => {
  if (agreedCents !== undefined && agreedCents !== totalCents)
    throw conflict('PRICE_CHANGED', 'The price has changed since it was shown. Look at it again.', { totalCents })
}

/**
 * Gives a student a seat of a class that the caller has locked, and issues the family's invoice, priced by the same
 * rules as a registration. The caller checks that the seat is free.
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
  // What a scholarship covers in full is recorded, too; what is free of charge is not.
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
