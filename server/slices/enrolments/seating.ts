import type { EnrolmentType, PriceLine } from '#contract/enrolments.ts'
import { dayIn } from '#rules/calendar.ts'
import { price } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { issueInvoice } from '#server/slices/payments/acts.ts'
import { settleVisits } from '#server/slices/visits/acts.ts'
import { type CartSection, findFamily, findPricing, findTerm, insertEnrolments, listCartSections } from './queries.ts'
import { type SeatedStudent, updateEnrolment } from './seats.ts'

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

/** A class as it is priced: sitting in without marks has a price of its own, and needs no books. */
export const pricedAs = <S extends Pick<CartSection, 'tuitionCents' | 'booksCents' | 'auditCents'>>(
  section: S,
  type: EnrolmentType | undefined,
): S =>
  type === 'audit' ? { ...section, tuitionCents: section.auditCents ?? section.tuitionCents, booksCents: 0 } : section

/** What one seat costs a student whom the school knows, by the same rules as a registration; changes nothing. */
export const priceSeat = async (
  db: Db,
  seat: Omit<Seat, 'heldId'>,
): Promise<{ householdId: string; lines: PriceLine[]; totalCents: number; issuedOn: string; dueDays: number }> => {
  const { pricing, zone } = await findPricing(db)
  const term = await findTerm(db, seat.terms, seat.termId)
  const [section] = await listCartSections(db, seat.termId, [seat.sectionId], { now: seat.at, accountId: null })
  const family = await findFamily(
    db,
    seat.households,
    seat.students,
    seat.termId,
    pricing.siblingProgrammeIds,
    seat.student.householdId,
  )
  if (!term || !section || !family) throw notFound('The class')
  const today = dayIn(zone, seat.at)
  const { lines, totalCents } = price({
    policy: pricing,
    term,
    today,
    choices: [
      {
        child: {
          key: seat.student.id,
          ...seat.student,
          hasClass: family.children.some(
            ({ id, booked }) => id === seat.student.id && booked.some(({ sectionId }) => sectionId !== seat.sectionId),
          ),
        },
        section: pricedAs(section, seat.type),
        type: seat.type ?? 'regular',
      },
    ],
    siblingInFull: family.siblingInFull,
    isStaffFamily: family.isStaff,
    hasRegistrationFee: family.hasRegistrationFee,
  })
  return { householdId: family.householdId, lines, totalCents, issuedOn: today, dueDays: pricing.dueDays }
}

/**
 * Gives a student a seat of a class whose row is locked, and the family its invoice, priced by the same rules as a
 * registration. Whether the seat is free is the caller's question.
 */
export const takeSeat = async (
  db: Db,
  seat: Seat,
): Promise<{ enrolmentId: string; invoiceNumber: string | null; totalCents: number }> => {
  const { householdId, lines, totalCents, issuedOn, dueDays } = await priceSeat(db, seat)
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
  if (totalCents === 0) return { enrolmentId, invoiceNumber: null, totalCents }
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
