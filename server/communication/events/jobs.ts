import { dayIn } from '#rules/calendar.ts'
import type { Job } from '#server/platform/jobs.ts'
import { post } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { cancelledLetter } from './letters.ts'
import { listConcerned, takeUntold } from './tellingQueries.ts'

/** Emails those who planned to come to an event, or to help, that it is canceled. Nobody is told twice. */
export const tellCancelled: Job<{ eventId: string }> = {
  name: 'events-tell-cancelled',
  run: ({ eventId }, tools) =>
    writeWith(tools, async context => {
      const { db, settings, now } = context
      const event = await takeUntold(db, eventId, now)
      if (!event) return
      const { zone, currency } = await letterhead(db)
      for (const recipient of await listConcerned(db, eventId, dayIn(zone, now)))
        await post(
          context,
          cancelledLetter({ ...event, zone, currency }, recipient, `${settings.publicUrl}/dashboard/`),
        )
    }),
}
