import { registrableTerms } from '#contract/school/terms.ts'
import { promotionMoves, type promotions } from '#contract/enrolment/promotions.ts'
import { dayIn } from '#rules/calendar.ts'
import { startBatch } from '#server/platform/batches.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { postAll } from '#server/platform/mail.ts'
import { raiseGrades } from '#server/people/students/acts.ts'
import { dropPlaces, insertEnrolments, lockSections, offerFreed } from '#server/enrolment/enrolments/acts.ts'
import {
  findSchool,
  listLettersOf,
  listPlaceable,
  isWaitedFor,
  listHeldSections,
  listWaitingPlaces,
  lockRunTerm,
  setPlaces,
} from './applyQueries.ts'
import { checkSound, gradesAfter } from './checking.ts'
import { placesLetter } from './letters.ts'
import { visibleRuns } from './policy.ts'
import { lockRun, updateRun } from './queries.ts'

/** The slices whose answers change when places are made or freed. */
const touched = ['promotions', 'classes', 'terms', 'students', 'parents', 'enrolments', 'teachers'] as const

type Apply = Pick<typeof promotions, 'promotions-apply' | 'promotions-release'>

/** Handlers that make the places of a promotion, and free those that families haven't taken. */
export const applyFunctions: Functions<Apply> = {
  'promotions-apply': async context => {
    const { db, actor, now, touch, settings } = context
    const { id, holdUntil, tell } = context.input
    const seen = visibleRuns(actor)
    const run = await lockRun(db, seen, id)
    if (!run) throw notFound('The promotion')
    if (!promotionMoves[run.status].includes('applied'))
      throw conflict('MOVE_NOT_ALLOWED', `A promotion that is ${run.status} can't be applied.`)
    const school = await findSchool(db)
    if (holdUntil < dayIn(school.zone, now)) throw invalid([{ path: 'holdUntil', message: 'past' }])
    const term = await lockRunTerm(db, run.toTermId)
    if (term.status !== 'draft' && !registrableTerms.includes(term.status))
      throw conflict('TERM_CLOSED', 'The new term is closed for registration.')
    const placeable = await listPlaceable(db, id)
    await lockSections(db, [...new Set(placeable.map(({ sectionId }) => sectionId))])
    // Since the review a seat may have been taken, or a class may have moved to another time.
    await checkSound(db, seen, id)

    const places = placeable.map(line => ({ ...line, placeId: newId() }))
    const grades = await gradesAfter(db, run, run.toTermId)
    await updateRun(db, id, { status: 'applied', holdUntil, appliedBy: actor.personId, appliedAt: now })
    const batchId = await startBatch(context, {
      kind: 'promotions-apply',
      n: places.length,
      slices: touched,
      detail: term.name,
    })
    await updateRun(db, id, { batchId })
    const made = { registrationId: null, status: 'held', createdAt: now } as const
    for (let at = 0; at < places.length; at += 2000)
      await insertEnrolments(
        db,
        places
          .slice(at, at + 2000)
          .map(({ placeId, studentId, sectionId }) => ({ id: placeId, studentId, sectionId, ...made })),
      )
    await setPlaces(db, places)
    await raiseGrades(db, grades)
    const letters = tell ? await listLettersOf(db, id) : []
    const url = `${settings.publicUrl}/dashboard/`
    await postAll(
      context,
      letters.map(letter => placesLetter(letter, { ...school, term, holdUntil }, url)),
    )
    touch(touched)
    return { places: places.length, grades: grades.length, letters: letters.length, batchId }
  },

  'promotions-release': async context => {
    const { db, actor, now, touch, input, settings } = context
    const run = await lockRun(db, visibleRuns(actor), input.id)
    if (!run) throw notFound('The promotion')
    const school = await findSchool(db)
    if (run.status !== 'applied' || run.holdUntil === null)
      throw conflict('MOVE_NOT_ALLOWED', 'Only an applied promotion holds spots.')
    const { holdUntil } = run
    if (holdUntil >= dayIn(school.zone, now)) throw conflict('HOLD_NOT_OVER', 'Families can still confirm these spots.')
    const term = await lockRunTerm(db, run.toTermId)
    await lockSections(db, await listHeldSections(db, input.id))
    const waiting = await listWaitingPlaces(db, input.id)
    if (waiting.length === 0) return { released: 0, batchId: null }
    const letters = await listLettersOf(db, input.id)
    const sectionIds = [...new Set(waiting.map(({ sectionId }) => sectionId))]
    // A place that is offered to someone else at once can't be restored, so it gets no undo.
    const batchId = (await isWaitedFor(db, sectionIds))
      ? null
      : await startBatch(context, { kind: 'promotions-release', n: waiting.length, slices: touched })
    await dropPlaces(
      db,
      waiting.map(({ id }) => id),
      now,
    )
    await offerFreed(context, sectionIds)
    await postAll(
      context,
      letters.map(letter =>
        placesLetter(letter, { ...school, term, holdUntil }, `${settings.publicUrl}/dashboard/`, { isReleased: true }),
      ),
    )
    touch(touched)
    return { released: waiting.length, batchId }
  },
}
