import { areaReaches } from '#contract/areas.ts'
import type { cancellations } from '#contract/enrolment/cancellations.ts'
import type { Parsed } from '#contract/index.ts'
import { sessionDateMoves } from '#contract/school/terms.moves.plain.ts'
import { isTermOver } from '#contract/school/terms.plain.ts'
import { dayIn, latestMakeUp } from '#rules/calendar.ts'
import { lessonCredit } from '#rules/cancellations.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { lockSections } from '#server/enrolment/enrolments/acts.ts'
import { myMeetings, taughtMeetings } from '#server/enrolment/enrolments/policy.ts'
import { taughtSections } from '#server/people/teachers/policy.ts'
import { creditCharges, listCredited, lockHouseholds, takeCreditsBack } from '#server/money/payments/acts.ts'
import { visibleLedgers } from '#server/money/payments/policy.ts'
import { myStudents, ownRecord } from '#server/people/students/policy.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { tellCancellation } from './jobs.ts'
import { workedCancellations } from './policy.ts'
import {
  type CreditLine,
  findCancellation,
  findDay,
  listCalledOff,
  listCancellations,
  listClashes,
  listCreditLines,
  listMine,
  listMyClosed,
  listSectionsOn,
  lockDay,
  type LockedDay,
} from './queries.ts'
import { takeVisitsBack } from '#server/enrolment/visits/acts.ts'
import { insertMakeUps, removeMakeUps, updateLesson } from '#server/enrolment/classes/acts.ts'
import { insertExtraDate, removeEmptyDate, updateDay } from '#server/school/terms/acts.ts'
import {
  type Duties,
  insertCancellation,
  lockDateOn,
  lockMakeUps,
  releaseDuties,
  takeDutiesBack,
  updateCancellation,
} from './writeQueries.ts'
import { touched } from './touched.ts'

/** How long a canceled lesson stays on families' home pages after its day, in milliseconds. */
const shownMs = 7 * 86_400_000

const creditsOf = (lines: readonly CreditLine[]) =>
  lines.map(line => ({ ...line, amountCents: lessonCredit(line) })).filter(({ amountCents }) => amountCents > 0)
const sumOf = (credits: readonly { amountCents: number }[]): number =>
  credits.reduce((sum, { amountCents }) => sum + amountCents, 0)

/**
 * Throws `AREA_NEEDED` for an administrator who may not change what families owe: they may cancel lessons, but not give
 * money back.
 */
const checkMoney = (actor: Actor): void => {
  if (!areaReaches(actor.area, 'payments-charge', 'write'))
    throw denied('AREA_NEEDED', 'Only the treasurer and full administrators can return money.')
}

/** The credits to give, read behind the locks of all families that get one. */
const lockedCredits = async (db: Db, actor: Actor, sessionDateId: string, sectionId: string | null) => {
  const households = (lines: readonly CreditLine[]) => [...new Set(lines.map(({ householdId }) => householdId))]
  await lockHouseholds(db, visibleLedgers(actor), households(await listCreditLines(db, sessionDateId, sectionId)))
  // Read again behind the locks: a charge may have been reversed since.
  return creditsOf(await listCreditLines(db, sessionDateId, sectionId))
}

/** Throws unless the day, or the one lesson, may be canceled. */
const checkDay = (day: LockedDay, sectionId: string | null): void => {
  if (isTermOver(day.termStatus)) throw conflict('TERM_CLOSED', 'The days of a closed term can no longer be changed.')
  if (day.lessons.some(({ hasRoll }) => hasRoll))
    throw conflict('ROLL_TAKEN', 'Attendance was taken, so there was a lesson. Clear the marks first.')
  const isPossible =
    sectionId === null
      ? sessionDateMoves[day.status].includes('cancelled') && day.status !== 'made-up'
      : day.status === 'scheduled' || day.status === 'held'
  if (!isPossible) throw conflict('MOVE_NOT_ALLOWED', `A school day that is ${day.status} can't be canceled.`)
  if (sectionId !== null && day.lessons.length === 0)
    throw conflict('MOVE_NOT_ALLOWED', 'This lesson is already canceled, or there is none on that day.')
}

/**
 * The day on which lessons are made up. Adds it to the term where it is missing; throws where the lessons have no room
 * on it.
 */
const openMakeUp = async (
  { db, now }: Pick<Context<unknown>, 'db' | 'now'>,
  day: LockedDay,
  { sectionId, makeUpOn }: { sectionId: string | null; makeUpOn: string | null },
): Promise<string> => {
  const refused = (message: string) => invalid([{ path: 'makeUpOn', message }])
  if (makeUpOn === null) throw refused('day')
  if (makeUpOn < dayIn(await zoneOf(db), now)) throw refused('past')
  if (makeUpOn === day.onDay) throw refused('different')
  if (makeUpOn > latestMakeUp(day.onDay)) throw refused('year')
  const there = await lockDateOn(db, day.termId, makeUpOn)
  // The lessons of a whole day need a day without other lessons; a single lesson may be made up on a school day.
  if (there && (sectionId === null || !there.isFree)) throw refused('taken')
  const dateId = there?.id ?? (await insertExtraDate(db, day.termId, makeUpOn, now))
  if (dateId === null) throw refused('taken')
  const lessons = day.lessons.map(({ id }) => id)
  if ((await insertMakeUps(db, lessons, dateId, now)) === 0) throw refused('taken')
  return dateId
}

const cancelDay = async (context: Context<Parsed<'cancellations-cancelDay'>>, duties: Duties) => {
  const { db, actor, input, now, enqueue, touch } = context
  const { sessionDateId, sectionId, reason, nativeReason, remedy } = input
  if (remedy === 'credit') checkMoney(actor)
  await lockSections(db, await listSectionsOn(db, sessionDateId, sectionId))
  const day = await lockDay(db, visibleTerms(actor), sessionDateId, sectionId)
  if (!day) throw notFound('The school day')
  checkDay(day, sectionId)
  const makeUpDateId = remedy === 'makeUp' ? await openMakeUp(context, day, input) : null
  const credits = remedy === 'credit' ? await lockedCredits(db, actor, sessionDateId, sectionId) : []
  const creditCents = sumOf(credits)
  if (creditCents !== input.agreedCents)
    throw conflict('PREVIEW_CHANGED', 'The amount has changed since the preview. Look at it again.', { creditCents })
  const id = newId()
  const today = dayIn(await zoneOf(db), now)
  await insertCancellation(db, {
    id,
    kind: sectionId === null ? 'day' : 'lesson',
    sessionDateId,
    sectionId,
    onDay: day.onDay,
    reason,
    nativeReason,
    remedy,
    makeUpDateId,
    makeUpOn: makeUpDateId === null ? null : input.makeUpOn,
    creditCents,
    madeBy: actor.personId,
    madeAt: now,
  })
  if (sectionId === null)
    await updateDay(db, sessionDateId, { status: 'cancelled', note: reason, nativeNote: nativeReason, changedAt: now })
  else await updateLesson(db, sessionDateId, sectionId, now, now)
  await creditCharges(db, credits, { cancellationId: id, onDay: today, at: now })
  const { eventIds } = input
  const released = await releaseDuties(db, duties, { cancellationId: id, sessionDateId, eventIds, at: now })
  if (input.tell) await enqueue(tellCancellation, { cancellationId: id, isRestored: false })
  touch(touched)
  return {
    id,
    onDay: day.onDay,
    makeUpOn: makeUpDateId === null ? null : input.makeUpOn,
    creditCents,
    credited: new Set(credits.map(({ householdId }) => householdId)).size,
    released,
  }
}

const restore = async ({ db, actor, input: { id }, now, enqueue, touch }: Context<{ id: string }>, duties: Duties) => {
  const seen = workedCancellations(actor)
  const found = await findCancellation(db, seen, id)
  if (!found || found.sessionDateId === null) throw notFound('The cancellation')
  const { sessionDateId, sectionId } = found
  await lockSections(db, sectionId === null ? await listSectionsOn(db, sessionDateId, null) : [sectionId])
  const day = await lockDay(db, visibleTerms(actor), sessionDateId, null)
  const lessonIds = await listCalledOff(db, sessionDateId, sectionId)
  // Read again behind the lock: someone else may have restored it since.
  const standing = await findCancellation(db, seen, id)
  if (!day || standing?.restoredAt !== null || standing.kind === 'class')
    throw conflict('MOVE_NOT_ALLOWED', 'This cancellation has already been undone, or it is one that can’t be.')
  if (isTermOver(day.termStatus)) throw conflict('TERM_CLOSED', 'The days of a closed term can no longer be changed.')
  if (found.kind === 'day' && !sessionDateMoves[day.status].includes('scheduled'))
    throw conflict('MOVE_NOT_ALLOWED', `A school day that is ${day.status} can't be restored.`)
  if (found.makeUpDateId !== null) {
    const { held, isOff } = await lockMakeUps(db, found.makeUpDateId, lessonIds)
    if (held > 0)
      throw conflict('ROLL_TAKEN', 'Its lessons have already been made up: attendance was taken on the make-up day.')
    if (isOff) throw conflict('MOVE_NOT_ALLOWED', 'The make-up day is canceled, too. Restore that one first.')
  }
  const credited = await listCredited(db, id)
  if (credited.length > 0) checkMoney(actor)
  await lockHouseholds(db, visibleLedgers(actor), [...new Set(credited.map(({ householdId }) => householdId))])
  const back = await listCredited(db, id)
  const today = dayIn(await zoneOf(db), now)
  await takeCreditsBack(db, back, { cancellationId: id, onDay: today, at: now })
  await updateCancellation(db, id, { restoredAt: now, restoredBy: actor.personId })
  if (found.makeUpDateId !== null) {
    await takeVisitsBack(db, found.makeUpDateId, lessonIds)
    await removeMakeUps(db, found.makeUpDateId, lessonIds)
    await removeEmptyDate(db, found.makeUpDateId)
  }
  if (found.kind === 'day')
    await updateDay(db, sessionDateId, { status: 'scheduled', note: '', nativeNote: '', changedAt: now })
  else await updateLesson(db, sessionDateId, sectionId!, null, now)
  await takeDutiesBack(db, duties, { cancellationId: id, sessionDateId, madeAt: found.madeAt })
  await enqueue(tellCancellation, { cancellationId: id, isRestored: true })
  touch(touched)
  return { id, onDay: found.onDay, creditCents: sumOf(back) }
}

type Days = Pick<
  typeof cancellations,
  | 'cancellations-previewDay'
  | 'cancellations-cancelDay'
  | 'cancellations-restore'
  | 'cancellations-list'
  | 'cancellations-mine'
>
/** Handlers for canceling and restoring school days and single lessons. */
export const dayFunctions = (duties: Duties): Functions<Days> => ({
  'cancellations-previewDay': async ({ db, actor, input: { sessionDateId, sectionId = null, makeUpOn } }) => {
    const day = await findDay(db, visibleTerms(actor), sessionDateId, sectionId)
    if (!day) throw notFound('The school day')
    const credits = creditsOf(await listCreditLines(db, sessionDateId, sectionId))
    return {
      ...day,
      classes: day.classes.map(each => ({
        ...each,
        creditCents: sumOf(credits.filter(credit => credit.sectionId === each.sectionId)),
      })),
      creditCents: sumOf(credits),
      credited: new Set(credits.map(({ householdId }) => householdId)).size,
      clashes: makeUpOn ? await listClashes(db, sessionDateId, sectionId, makeUpOn) : [],
    }
  },
  'cancellations-cancelDay': context => cancelDay(context, duties),
  'cancellations-restore': context => restore(context, duties),
  'cancellations-list': ({ db, actor, input }) => listCancellations(db, workedCancellations(actor), input),
  'cancellations-mine': async ({ db, actor, now }) => {
    const from = dayIn(await zoneOf(db), new Date(now.getTime() - shownMs))
    const students = myStudents(actor)
    const [closed, lessons] = await Promise.all([
      listMyClosed(
        db,
        { taught: taughtSections(actor), students, myself: ownRecord(actor), ledgers: visibleLedgers(actor) },
        from,
      ),
      listMine(db, myMeetings(actor), { taught: taughtMeetings(actor), students }, from),
    ])
    return [...closed, ...lessons]
  },
})
