import { dayIn } from '#rules/calendar.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sendMail } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSetting } from './acts.ts'
import { findLastRun, removeExpired } from './retentionQueries.ts'
import { zoneOf } from './tables.ts'

/** The clean-up waits for this hour of the school's night; where the school was off then, it comes when it is on again. */
const fromHour = 2

/** Removes once a day what the school does not keep any longer. */
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

/** Sends a test mail, once: its failure is the answer that the office waits for. */
export const sendTest: Job<{ mailId: string }> = {
  name: 'config-sendTest',
  run: async (data, tools) => {
    // The outbox keeps what was wrong.
    await sendMail.run(data, tools).catch(() => undefined)
    await writeWith(tools, async ({ touch }) => touch(['config'], []))
  },
}
