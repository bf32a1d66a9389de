import { enrollableSections } from '#contract/enrolment/classes.ts'
import type { enrolments } from '#contract/enrolment/enrolments.ts'
import { ageOn, isOfAge } from '#rules/fit.ts'
import { isRoomFull, placesLeft } from '#rules/places.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { caredStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { findTermOf } from '#server/enrolment/classes/acts.ts'
import { announceDecision } from './decisions.ts'
import { insertWaiting } from './lineQueries.ts'
import { listCartSections, lockSections } from './queries.ts'
import { readReasons } from './reasonQueries.ts'
import { countOffers, findRoomSeats, findStudent, isInClass, listClashes, unknownBirth } from './seatQueries.ts'
import { priceSeat, type SettleVisits, takeSeat } from './seating.ts'

/** A student beside a class, and which of its rules a seat for them would pass over. */
const findFit = async (
  { db, actor, input, now }: Context<{ studentId: string; sectionId: string }>,
  { isLocked }: { isLocked: boolean },
) => {
  const student = await findStudent(db, visibleStudents(actor, now), input.studentId)
  const termId = await findTermOf(db, workedSections(actor), input.sectionId)
  if (!student) throw notFound('The student')
  if (termId === null) throw notFound('The class')
  if (isLocked) await lockSections(db, [input.sectionId])
  const [section] = await listCartSections(db, termId, [input.sectionId], { now, accountId: null })
  if (!section) throw notFound('The class')
  const offered = await countOffers(db, section.id)
  const roomSeats = await findRoomSeats(db, section.id)
  const left = placesLeft(section)
  return {
    student,
    section,
    offered,
    left,
    roomSeats,
    isRoomFull: isRoomFull(roomSeats, { ...section, offered }),
    isThere: await isInClass(db, student.id, section.id),
    overrides: [
      ...(isOfAge(student.birthOn, section) ? [] : (['age'] as const)),
      ...(left === 0 ? (['full'] as const) : []),
    ],
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

type Enrolling = Pick<typeof enrolments, 'enrolments-fit' | 'enrolments-enrol'>

/** How the office puts a student into a class: it sees beforehand how they fit, and may pass over rules with a reason. */
export const enrolFunctions = (settleVisits: SettleVisits): Functions<Enrolling> => ({
  'enrolments-fit': async context => {
    const { db, input } = context
    const { student, section, offered, left, seat, roomSeats, ...fit } = await findFit(context, { isLocked: false })
    const { capacity, seated, held, waiting, ageFrom, ageTo, ageDay } = section
    const reasonsFor = await readReasons(db, [student.id], [section.id])
    return {
      isThere: fit.isThere,
      isOpen: enrollableSections.includes(section.status) && section.draw === null,
      capacity,
      seated,
      promised: held + offered,
      waiting,
      placesLeft: left,
      roomSeats,
      isRoomFull: fit.isRoomFull,
      age: student.birthOn === unknownBirth ? null : ageOn(student.birthOn, ageDay),
      ageFrom,
      ageTo,
      ageDay,
      missing: reasonsFor(student.id, section.id).filter(reason => reason !== 'class'),
      clashes: (await listClashes(db, input.studentId, input.sectionId)).map(({ name, nativeName }) => ({
        name,
        nativeName,
      })),
      overrides: fit.overrides,
      totalCents: (await priceSeat(db, seat)).totalCents,
    }
  },

  'enrolments-enrol': async context => {
    const { db, input, now } = context
    if (input.overrides.length > 0 && input.overrideReason === '')
      throw invalid([{ path: 'overrideReason', message: 'required' }])
    const { student, section, seat, ...fit } = await findFit(context, { isLocked: true })
    if (!enrollableSections.includes(section.status))
      throw conflict('CLASS_CLOSED', 'This class takes nobody at the moment.')
    if (section.draw !== null) throw conflict('IN_DRAW', 'The seats of this class are given by a draw.')
    if (fit.overrides.includes('age') && !input.overrides.includes('age'))
      throw conflict('AGE_RULE', 'The age rule of this class does not fit the student.')
    if (fit.isThere) throw conflict('ALREADY_ENROLLED', 'This student sits in the class or waits for it already.')
    const place = { entryId: null, studentId: student.id, section }
    if (fit.overrides.includes('full')) {
      if (!input.overrides.includes('full')) {
        await insertWaiting(db, [{ studentId: student.id, sectionId: section.id, registrationId: null, joinedAt: now }])
        await announceDecision(context, [place], { decision: 'waiting' })
        return { outcome: 'waitlist', invoiceNumber: null, totalCents: 0 }
      }
      if (fit.isRoomFull) throw conflict('ROOM_FULL', 'The room of this class holds no more people.')
    }
    const { invoiceNumber, totalCents } = await takeSeat(db, seat, settleVisits)
    await announceDecision(context, [place], { decision: 'accepted' })
    return { outcome: 'seat', invoiceNumber, totalCents }
  },
})
