import type { TwoNames } from '#server/platform/texts.ts'
import { postAll } from '#server/platform/mail.ts'
import type { Context } from '#server/platform/functions.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import { type Decision, decisionLetter } from './letters.ts'
import { findPricing } from './queries.ts'
import { listReadersOf } from './seatQueries.ts'

/** A student's place in a class, or on its waitlist where `entryId` names the entry. */
export type DecidedPlace = { entryId: string | null; studentId: string; section: TwoNames }

type Readers = Awaited<ReturnType<typeof listReadersOf>>

/** The device notification of offered seats, for the guardians who may answer them. */
const offeredSeats = (places: readonly DecidedPlace[], readers: Readers, until?: Date) => ({
  kind: 'seat' as const,
  isUrgent: true,
  to: places.flatMap(({ entryId, studentId }) =>
    entryId === null
      ? []
      : readers
          .filter(reader => reader.studentId === studentId)
          .map(({ id }) => ({ personId: id, about: entryId, path: '/dashboard/' })),
  ),
  ...(until && { until }),
})

/**
 * Tells families what was decided about their children's places: by letter, with a notification where they have to
 * answer, and by refreshing their open screens and the office's. `until` is the end of an offer.
 */
export const announceDecision = async (
  context: Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>,
  places: readonly DecidedPlace[],
  decided: { decision: Decision; note?: string; until?: Date },
): Promise<void> => {
  if (places.length === 0) return
  const { db, settings, touch } = context
  const readers = await listReadersOf(
    db,
    places.map(({ studentId }) => studentId),
  )
  const school = await findPricing(db)
  await postAll(
    context,
    places.flatMap(({ studentId, section }) =>
      readers
        .filter(reader => reader.studentId === studentId && reader.email !== '')
        .map(reader =>
          decisionLetter(
            reader,
            school,
            { student: reader.student, section, ...decided },
            `${settings.publicUrl}/dashboard/`,
          ),
        ),
    ),
  )
  if (decided.decision === 'offered') await tellDevices(context, offeredSeats(places, readers, decided.until))
  touch(['terms', 'enrolments', 'audit'], [])
  touch(['classes'])
  touch(
    ['enrolments', 'students', 'parents', 'payments', 'teachers', 'lotteries'],
    [...new Set(readers.map(({ id }) => id))],
  )
}
