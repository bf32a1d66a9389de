import { enrollableSections } from '#contract/enrolment/classes.ts'
import type { enrolments } from '#contract/enrolment/enrolments.ts'
import { ageOn } from '#rules/fit.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { announceDecision } from './decisions.ts'
import { enrolStudent, findFit } from './enrolOne.ts'
import { readReasons } from './reasonQueries.ts'
import { listClashes, unknownBirth } from './seatQueries.ts'
import { agreeOn, priceSeat, type SettleVisits } from './seating.ts'

type Enrolling = Pick<typeof enrolments, 'enrolments-fit' | 'enrolments-enrol'>

/**
 * Handlers with which the office enrols a student: it sees beforehand how they fit, and may override rules with a
 * reason.
 */
export const enrolFunctions = (settleVisits: SettleVisits): Functions<Enrolling> => ({
  'enrolments-fit': async context => {
    const { db, input } = context
    const { student, section, offered, left, seat, roomSeats, ...fit } = await findFit(context, input, {
      isLocked: false,
    })
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
    const { input } = context
    if (input.overrides.length > 0 && input.overrideReason === '')
      throw invalid([{ path: 'overrideReason', message: 'required' }])
    const { place, ...made } = await enrolStudent(context, input, settleVisits)
    if (made.outcome === 'seat') agreeOn(made, input.agreedCents)
    await announceDecision(context, [place], { decision: made.outcome === 'seat' ? 'accepted' : 'waiting' })
    return made
  },
})
