import type { absences, Roll } from '#contract/teaching/absences.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { lastMarks, outcomeOf } from '#rules/rollCall.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { noticeFunctions } from './noticeFunctions.ts'
import { listOwnCodes } from './codeQueries.ts'
import { codeFunctions } from './codes.ts'
import { visibleStudents } from '#server/people/students/policy.ts'
import { recentRolls, rolls } from './policy.ts'
import { noteRoll } from '#server/enrolment/classes/acts.ts'
import { markGuests } from '#server/enrolment/visits/acts.ts'
import { followRoll } from '#server/school/terms/acts.ts'
import { findRoll, listConcerned, listMarks, listRevisions, lockMeeting, upsertMarks } from './queries.ts'

/** How long before its meeting a roll opens, in milliseconds, since rooms fill early. */
const opensBeforeMs = 60 * 60_000

const isOpenAt = (startsAt: Date, now: Date): boolean => now.getTime() >= startsAt.getTime() - opensBeforeMs

const read = async (db: Db, actor: Actor, meetingId: string, now: Date): Promise<Roll> => {
  const of = { known: visibleStudents(actor, now), recent: recentRolls(actor, now) }
  const found = await findRoll(db, actor.language, rolls(actor), of, meetingId)
  if (!found) throw notFound('The lesson')
  const { startsAtInstant, guests, ...roll } = found
  return { ...roll, marks: [...roll.marks, ...guests], isOpen: isOpenAt(new Date(startsAtInstant), now) }
}

export const absenceFunctions: Functions<typeof absences> = {
  ...noticeFunctions,

  'absences-roll': async ({ db, actor, input, now }) => read(db, actor, input.meetingId, now),

  'absences-revisions': async ({ db, actor, input }) => {
    const found = await listRevisions(db, rolls(actor), input.meetingId, input.enrolmentId)
    if (!found) throw notFound('The lesson')
    return found
  },

  'absences-take': async ({ db, actor, input: { meetingId, marks }, now, touch }) => {
    const marked = marks.map(({ enrolmentId }) => enrolmentId)
    // The lock is sent first, so the marks are read behind it.
    const [meeting, roster, concerned, ownCodes] = await Promise.all([
      lockMeeting(db, rolls(actor), meetingId),
      listMarks(db, rolls(actor), meetingId),
      listConcerned(db, marked),
      listOwnCodes(db),
    ])
    if (!meeting) throw notFound('The lesson')
    if (meeting.isOff)
      throw conflict('SESSION_CANCELLED', 'This lesson was canceled, so there is no attendance to take.')
    if (!isOpenAt(meeting.startsAt, now))
      throw conflict('SESSION_NOT_STARTED', 'Attendance opens an hour before the lesson begins.')
    const stranger = marks.findIndex(({ enrolmentId }) => !roster.some(mark => mark.enrolmentId === enrolmentId))
    if (stranger >= 0) throw invalid([{ path: `marks.${stranger}.enrolmentId`, message: 'roster' }], 'NOT_ON_ROSTER')
    const of = (enrolmentId: string) => roster.find(mark => mark.enrolmentId === enrolmentId)!
    const wrong = marks.findIndex(
      ({ enrolmentId, code, ownCodeId }) =>
        ownCodeId !== null &&
        !ownCodes.some(
          // A mark keeps a code that was archived since, for example when a note is added.
          own => own.id === ownCodeId && own.code === code && (!own.isArchived || of(enrolmentId).ownCodeId === own.id),
        ),
    )
    if (wrong >= 0) throw invalid([{ path: `marks.${wrong}.ownCodeId`, message: 'choose' }])
    const last = lastMarks(marks)
    const ending = (which: 'recorded' | 'conflict') =>
      last.filter(({ basedOn, ...mark }) => outcomeOf({ ...mark, basedOn }, of(mark.enrolmentId)) === which)
    const recorded = ending('recorded').map(({ basedOn: _basedOn, ...mark }) => mark)
    const isGuest = ({ enrolmentId }: { enrolmentId: string }) => of(enrolmentId).isGuest
    const [, , isTaken] = await Promise.all([
      upsertMarks(
        db,
        meetingId,
        recorded.filter(mark => !isGuest(mark)),
        actor.personId,
        now,
      ),
      markGuests(db, recorded.filter(isGuest), actor.personId, now),
      noteRoll(db, meetingId, now),
    ])
    touch(['terms'], [])
    touch(['absences', 'students', 'parents', 'teachers', 'visits'], concerned)
    const conflicts = ending('conflict').map(({ enrolmentId }) => enrolmentId)
    const [, roll] = await Promise.all([
      followRoll(db, meeting.sessionDateId, isTaken),
      read(db, actor, meetingId, now),
    ])
    return { ...roll, conflicts }
  },
  ...codeFunctions,
}
