import { dayIn } from '#rules/calendar.ts'
import { price } from '#rules/pricing.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { issueInvoice } from '#server/slices/payments/acts.ts'
import { findFamily, findPricing, findTerm, insertEnrolments, listCartSections } from './queries.ts'
import { type SeatedStudent, updateEnrolment } from './seats.ts'

type Seat = {
  student: SeatedStudent
  /** The place that is held for them, if one is: it becomes theirs instead of a new one. */
  heldId?: string
  sectionId: string
  termId: string
  households: Scope<'households'>
  students: Scope<'students'>
  terms: Scope<'terms'>
  at: Date
}

/**
 * Gives a student a seat of a class whose row is locked, and the family its invoice, priced by the same rules as a
 * registration. Whether the seat is free is the caller's question.
 */
export const takeSeat = async (
  db: Db,
  seat: Seat,
): Promise<{ enrolmentId: string; invoiceNumber: string | null; totalCents: number }> => {
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
          hasClass: family.children.some(({ id, booked }) => id === seat.student.id && booked.length > 0),
        },
        section,
      },
    ],
    siblingInFull: family.siblingInFull,
    isStaffFamily: family.isStaff,
    hasRegistrationFee: family.hasRegistrationFee,
  })
  const enrolmentId = seat.heldId ?? newId()
  if (seat.heldId) await updateEnrolment(db, seat.heldId, 'active', seat.at)
  else
    await insertEnrolments(db, [
      {
        id: enrolmentId,
        studentId: seat.student.id,
        sectionId: seat.sectionId,
        registrationId: null,
        status: 'active',
        createdAt: seat.at,
      },
    ])
  if (totalCents === 0) return { enrolmentId, invoiceNumber: null, totalCents }
  const invoice = await issueInvoice(db, {
    householdId: family.householdId,
    termId: seat.termId,
    registrationId: null,
    lines,
    enrolmentOf: line => (line.sectionId === seat.sectionId ? enrolmentId : null),
    studentOf: line => (line.childKey === null ? null : seat.student.id),
    issuedOn: today,
    dueDays: pricing.dueDays,
    at: seat.at,
  })
  return { enrolmentId, invoiceNumber: invoice.number, totalCents }
}
