import { enrollableSections } from '#contract/enrolment/classes.ts'
import type { ApprovalReason } from '#contract/enrolment/enrolments.ts'
import type { Output } from '#contract/index.ts'
import { isOfAge } from '#rules/fit.ts'
import { placesLeft } from '#rules/places.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { findSetting } from '#server/school/config/acts.ts'
import {
  findStudent,
  insertApplications,
  insertEnrolments,
  insertWaiting,
  listCartSections,
  listReaders,
  priceSeat,
  readReasons,
  takeSeat,
} from '#server/enrolment/enrolments/acts.ts'
import { caredStudents, myStudents, visibleHouseholds } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { settleVisits } from './acts.ts'
import { type FoundVisit, standingOf } from './queries.ts'

type Plan = Output<'visits-price'>
type Asked = Pick<Context<unknown>, 'db' | 'actor' | 'now'>

const seatOf = async ({ db, actor, now }: Asked, visit: FoundVisit) => {
  const student = await findStudent(db, caredStudents(actor), visit.studentId)
  if (!student) throw notFound('The student')
  return {
    student,
    sectionId: visit.sectionId,
    termId: visit.termId,
    households: visibleHouseholds(actor),
    students: caredStudents(actor),
    terms: visibleTerms(actor),
    at: now,
  }
}

/**
 * True where the office converts the visit, which is its approval at the same time. An administrator acts as a parent
 * for their own child.
 */
export const isByOffice = async ({ db, actor }: Asked, visit: FoundVisit): Promise<boolean> =>
  actor.roles.includes('admin') && (await findStudent(db, myStudents(actor), visit.studentId)) === null

const reasonsFor = async ({ db }: Asked, { studentId, sectionId }: FoundVisit): Promise<ApprovalReason[]> =>
  (await readReasons(db, [studentId], [sectionId]))(studentId, sectionId)

/**
 * The outcome of turning a visit into an enrolment, by the usual rules. A family that has yet to agree to the school's
 * policies does so by registering; `CONSENT_NEEDED` is thrown for it.
 */
export const planOf = async (context: Asked, visit: FoundVisit, byOffice: boolean): Promise<Plan> => {
  const { db, now } = context
  if (!visit.mayConvert) throw conflict('MOVE_NOT_ALLOWED', 'This visit can’t become an enrollment.')
  if (visit.needsRegistration && !byOffice)
    throw conflict('CONSENT_NEEDED', 'The school asks for your agreement first. Register for this class instead.')
  const seat = await seatOf(context, visit)
  const [section] = await listCartSections(db, visit.termId, [visit.sectionId], { now, accountId: null })
  if (!section || !enrollableSections.includes(section.status))
    throw conflict('CLASS_CLOSED', 'This class isn’t open for registration at the moment.')
  if (!isOfAge(seat.student.birthOn, section)) throw conflict('AGE_RULE', 'The student’s age doesn’t fit this class.')
  if (placesLeft(section) === 0) return { outcome: 'waitlist', lines: [], totalCents: 0, creditCents: 0 }
  const { lines, totalCents } = await priceSeat(db, seat)
  if (!byOffice && (await reasonsFor(context, visit)).length > 0)
    // Nothing is charged before the school has approved it.
    return { outcome: 'approval', lines, totalCents: 0, creditCents: 0 }
  const { creditsTrials } = await findSetting(db, 'classRules')
  const creditCents = creditsTrials ? await standingOf(db, visit.chargeId) : 0
  return { outcome: 'seat', lines, totalCents, creditCents }
}

/**
 * Turns a visit of a locked class into what was shown: a seat, an application or a waitlist entry. Throws
 * `PREVIEW_CHANGED` where the price has changed since.
 */
export const convert = async (
  context: Asked,
  visit: FoundVisit,
  { agreedCents, byOffice }: { agreedCents: number; byOffice: boolean },
): Promise<{ outcome: Plan['outcome']; invoiceNumber: string | null; totalCents: number; people: string[] }> => {
  const { db, now } = context
  const { outcome, totalCents } = await planOf(context, visit, byOffice)
  if (totalCents !== agreedCents)
    throw conflict('PREVIEW_CHANGED', 'The price has changed since it was shown. Look at it again.', { totalCents })
  const { studentId, sectionId } = visit
  const people = (await listReaders(db, studentId)).map(({ id }) => id)
  const asked = { studentId, sectionId, registrationId: null }
  if (outcome === 'waitlist') await insertWaiting(db, [{ ...asked, joinedAt: now }])
  if (outcome === 'approval') {
    const id = newId()
    await insertEnrolments(db, [{ id, ...asked, status: 'approval', createdAt: now }])
    await insertApplications(db, [{ enrolmentId: id, reasons: await reasonsFor(context, visit) }])
  }
  if (outcome !== 'seat') return { outcome, invoiceNumber: null, totalCents: 0, people }
  const { invoiceNumber } = await takeSeat(db, await seatOf(context, visit), settleVisits)
  return { outcome, invoiceNumber, totalCents, people }
}
