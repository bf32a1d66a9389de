import { enrollableSections } from '#contract/enrolment/classes.ts'
import type { promotions } from '#contract/enrolment/promotions.ts'
import { registrableTerms } from '#contract/school/terms.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import {
  agreeOn,
  announceDecision,
  findStudent,
  listReaders,
  offerFreed,
  takeSeat,
  updateEnrolment,
} from '#server/enrolment/enrolments/acts.ts'
import { settleVisits } from '#server/enrolment/visits/acts.ts'
import { caredStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { listPlaces, lockPlace } from './placeQueries.ts'
import { answerablePlaces, ownPlaces } from './policy.ts'

type Places = Pick<typeof promotions, 'promotions-places' | 'promotions-answer'>
type State = { termStatus: (typeof registrableTerms)[number]; sectionStatus: (typeof enrollableSections)[number] }

const isOpen = ({ termStatus, sectionStatus }: State): boolean =>
  registrableTerms.includes(termStatus) && enrollableSections.includes(sectionStatus)

/** Handlers for what families do with the places held for their children. */
export const placeFunctions: Functions<Places> = {
  'promotions-places': async ({ db, actor }) =>
    (await listPlaces(db, ownPlaces(actor))).map(({ termStatus, sectionStatus, ...place }) => ({
      ...place,
      isOpen: isOpen({ termStatus, sectionStatus }),
    })),

  'promotions-answer': async context => {
    const { db, actor, now, touch } = context
    const { id, keeps, agreedCents } = context.input
    const place = await lockPlace(db, answerablePlaces(actor), id)
    if (!place) throw notFound('The spot')
    if (place.status !== 'held') throw conflict('MOVE_NOT_ALLOWED', 'This spot is no longer held.')
    let invoiceNumber: string | null = null
    if (keeps) {
      if (!isOpen(place)) throw conflict('CLASS_CLOSED', 'This spot can be confirmed once registration is open.')
      const student = await findStudent(db, visibleStudents(actor, now), place.studentId)
      if (!student) throw notFound('The student')
      const seat = await takeSeat(
        db,
        {
          student,
          heldId: place.enrolmentId,
          sectionId: place.sectionId,
          termId: place.termId,
          students: caredStudents(actor),
          households: visibleHouseholds(actor),
          terms: visibleTerms(actor),
          at: now,
        },
        settleVisits,
      )
      agreeOn(seat, agreedCents)
      invoiceNumber = seat.invoiceNumber
    } else {
      await updateEnrolment(db, place.enrolmentId, 'dropped', now)
      await offerFreed(context, [place.sectionId])
    }
    await announceDecision(context, [{ entryId: null, studentId: place.studentId, section: place.section }], {
      decision: keeps ? 'accepted' : 'dropped',
    })
    const readers = (await listReaders(db, place.studentId)).map(reader => reader.id)
    touch(['classes', 'terms'])
    touch(['promotions', 'students', 'parents', 'payments', 'enrolments'], readers)
    return { id, status: keeps ? ('active' as const) : ('dropped' as const), invoiceNumber }
  },
}
