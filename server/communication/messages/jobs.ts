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

/** The most mails written in one transaction. */
const mailsAtOnce = 100

/** The letters with a notice to these people, each in their language. */
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

/** What a notice is on the devices of these people. An urgent one asks nobody what they want there. */
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
 * Sends a notice that is due: writes down whom it reaches, tells their devices, mails it to each, and shows it in
 * everybody's messages. A second run goes on where the first one ended; one for an instant that the notice is no longer
 * planned for does nothing.
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

/** When a notice that is sent now goes out: a little later, so that it can be undone. */
export const afterUndo = (now: Date): Date => new Date(now.getTime() + undoMs)

/**
 * Plans again the deliveries that wait or were interrupted, as the start does: the queue of a school that was filled or
 * restored elsewhere knows nothing of them. One that is planned twice still happens once.
 */
export const planDeliveries = (database: Database, { enqueue }: Pick<Jobs, 'enqueue'>): Promise<void> =>
  database.transaction(async (db, client) => {
    for (const { id, sendAt } of await listUndelivered(db))
      if (sendAt) await enqueue(client, deliverNotice, { noticeId: id, sendAt: sendAt.toISOString() }, sendAt)
  })
