import { undoMs } from '#contract/communication/messages.notices.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Database } from '#server/platform/db.ts'
import type { Job, Jobs, JobSettings } from '#server/platform/jobs.ts'
import { postAll } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { noticeLetter, readingPath, readingUrl, type SchoolFacts } from './letters.ts'
import {
  type Addressee,
  beginSending,
  endSending,
  insertRecipients,
  listOnDevices,
  listRecipientIds,
  listUndelivered,
  lockDelivery,
  noteMails,
  takeUnmailed,
} from './noticeQueries.ts'
import type { notices } from './tables.ts'

/** The most emails written in one transaction. */
const mailsAtOnce = 100

/** The emails that bring a notice to these people, each in their language. */
export const lettersOf = (
  notice: typeof notices.$inferSelect,
  to: readonly Addressee[],
  school: SchoolFacts,
  settings: Pick<JobSettings, 'publicUrl'>,
  isReminder: boolean,
) =>
  to.map(person =>
    noticeLetter(person, notice, school, {
      url: person.hasAccount ? readingUrl(settings, person, { kind: 'notice', id: notice.id }) : null,
      isReminder,
    }),
  )

/** The push message for a notice to these people. An urgent one overrides their preferences. */
export const newsOf = (notice: { id: string; isUrgent: boolean }, to: readonly Addressee[]) => ({
  kind: 'notice' as const,
  isUrgent: notice.isUrgent,
  to: to.map(person => ({
    personId: person.personId,
    about: notice.id,
    path: readingPath(person, { kind: 'notice', id: notice.id }),
  })),
})

/**
 * Sends a notice that is due: stores its recipients, notifies their devices, emails each, and adds it to everyone's
 * messages. A second run continues where the first one stopped. A run for a `sendAt` at which the notice is no longer
 * scheduled does nothing.
 */
export const deliverNotice: Job<{ noticeId: string; sendAt: string }> = {
  name: 'messages-deliver',
  async run({ noticeId, sendAt }, tools) {
    const { now } = tools
    const begun = await writeWith(tools, async context => {
      const { db } = context
      const notice = await lockDelivery(db, noticeId)
      if (notice?.status === 'sending') return notice
      if (notice?.status !== 'scheduled' || notice.sendAt?.toISOString() !== sendAt) return null
      await beginSending(db, noticeId)
      await insertRecipients(db, noticeId, dayIn((await letterhead(db)).zone, now))
      await tellDevices(context, newsOf(notice, await listOnDevices(db, noticeId)))
      return notice
    })
    if (!begun) return

    const mailSome = (): Promise<number> =>
      writeWith(tools, async context => {
        const { db } = context
        const some = await takeUnmailed(db, noticeId, mailsAtOnce)
        const letters = lettersOf(begun, some, await letterhead(db), context.settings, false)
        const mailIds = await postAll(context, letters, { sendingId: noticeId })
        await noteMails(
          db,
          noticeId,
          some.map(({ personId }) => personId),
          mailIds,
        )
        return some.length
      })
    while ((await mailSome()) === mailsAtOnce);

    await writeWith(tools, async ({ db, touch }) => {
      await endSending(db, noticeId, now)
      touch(['messages'], await listRecipientIds(db, noticeId))
    })
  },
}

/** When a notice sent now goes out: a little later, so that it can be undone. */
export const afterUndo = (now: Date): Date => new Date(now.getTime() + undoMs)

/**
 * Enqueues deliveries that are waiting or were interrupted; runs at startup. The job queue of a school that was filled
 * or restored elsewhere doesn't know them. A delivery that is enqueued twice still happens once.
 */
export const planDeliveries = (database: Database, { enqueue }: Pick<Jobs, 'enqueue'>): Promise<void> =>
  database.transaction(async (db, client) => {
    for (const { id, sendAt } of await listUndelivered(db))
      if (sendAt) await enqueue(client, deliverNotice, { noticeId: id, sendAt: sendAt.toISOString() }, sendAt)
  })
