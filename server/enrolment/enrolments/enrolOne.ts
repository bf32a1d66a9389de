import { enrolOutcome, type EnrolOutcome, passedOver } from '#rules/enrolling.ts'
import { isRoomFull, placesLeft } from '#rules/places.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { caredStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findTermOf } from '#server/enrolment/classes/acts.ts'
import type { DecidedPlace } from './decisions.ts'
import { insertWaiting } from './lineQueries.ts'
import { listCartSections, lockSections } from './queries.ts'
import { countOffers, findRoomSeats, findStudent, isInClass } from './seatQueries.ts'
import { type SettleVisits, takeSeat } from './seating.ts'

type Call = Pick<Context<unknown>, 'db' | 'actor' | 'now'>
type Place = { studentId: string; sectionId: string }

/** A student and a class, with the rules that giving them a seat would override. */
export const findFit = async ({ db, actor, now }: Call, place: Place, { isLocked }: { isLocked: boolean }) => {
  const student = await findStudent(db, visibleStudents(actor, now), place.studentId)
  const termId = await findTermOf(db, workedSections(actor), place.sectionId)
  if (!student) throw notFound('The student')
  if (termId === null) throw notFound('The class')
  if (isLocked) await lockSections(db, [place.sectionId])
  const [section] = await listCartSections(db, termId, [place.sectionId], { now, accountId: null })
  if (!section) throw notFound('The class')
  const offered = await countOffers(db, section.id)
  const roomSeats = await findRoomSeats(db, section.id)
  return {
    student,
    section,
    offered,
    left: placesLeft(section),
    roomSeats,
    isRoomFull: isRoomFull(roomSeats, { ...section, offered }),
    isThere: await isInClass(db, student.id, section.id),
    overrides: passedOver(student.birthOn, section),
    seat: {
      student,
      sectionId: section.id,
      termId,
      households: visibleHouseholds(actor),
      students: caredStudents(actor),
      terms: visibleTerms(actor),
      at: now,
    },
  }
}

const refusals: Record<Exclude<EnrolOutcome, 'seat' | 'waitlist'>, () => Error> = {
  closed: () => conflict('CLASS_CLOSED', 'This class isn’t open for registration at the moment.'),
  draw: () => conflict('IN_DRAW', 'This class is filled by a lottery.'),
  age: () => conflict('AGE_RULE', 'The student’s age doesn’t fit this class.'),
  there: () => conflict('ALREADY_ENROLLED', 'This student is already in the class or on its waitlist.'),
}

/**
 * Enrols a student on file in a class, or puts them on its waitlist where it is full, and issues the invoice that
 * follows from the rules. Notifies nobody; `place` is what the caller announces.
 */
export const enrolStudent = async (
  call: Call,
  wanted: Place & { overrides: readonly ('age' | 'full')[] },
  settleVisits: SettleVisits,
): Promise<{
  outcome: 'seat' | 'waitlist'
  place: DecidedPlace
  invoiceNumber: string | null
  totalCents: number
}> => {
  const { db, now } = call
  const { student, section, seat, ...fit } = await findFit(call, wanted, { isLocked: true })
  const outcome = enrolOutcome({ birthOn: student.birthOn, section, isThere: fit.isThere }, wanted.overrides)
  if (outcome !== 'seat' && outcome !== 'waitlist') throw refusals[outcome]()
  const place = { entryId: null, studentId: student.id, section }
  if (outcome === 'waitlist') {
    await insertWaiting(db, [{ studentId: student.id, sectionId: section.id, registrationId: null, joinedAt: now }])
    return { outcome, place, invoiceNumber: null, totalCents: 0 }
  }
  if (fit.overrides.includes('full') && fit.isRoomFull) throw conflict('ROOM_FULL', 'The room for this class is full.')
  const { invoiceNumber, totalCents } = await takeSeat(db, seat, settleVisits)
  return { outcome, place, invoiceNumber, totalCents }
}
