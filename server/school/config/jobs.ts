import { dayIn } from '#rules/calendar.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sendMail } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSetting } from './acts.ts'
import { findLastRun, removeExpired } from './retentionQueries.ts'
import { zoneOf } from './tables.ts'

/**
 * The hour of the school's night from which the clean-up runs. If the server was down then, it runs when it is up
 * again.
 */
const fromHour = 2

/** Deletes what the school no longer keeps, once a day. */
export const cleanUp: Job<object> = {
  name: 'config-clean-up',
  cron: '10 * * * *',
  run: (_data, { database, now }) =>
    database.transaction(async db => {
      const zone = await zoneOf(db)
      const hour = Number(
        new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(now),
      )
      const last = await findLastRun(db)
      if (hour < fromHour || (last && dayIn(zone, last) >= dayIn(zone, now))) return
      await removeExpired(db, await findSetting(db, 'retention'), now)
    }),
}

/** Sends a test email, without retries: its failure is the answer that the office waits for. */
export const sendTest: Job<{ mailId: string }> = {
  name: 'config-sendTest',
  run: async (data, tools) => {
    // The outbox stores the error.
    await sendMail.run(data, tools).catch(() => undefined)
    await writeWith(tools, async ({ touch }) => touch(['config'], []))
  },
}
