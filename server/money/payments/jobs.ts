import type { Job } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findFaults, keepFaults } from './checkQueries.ts'

/** Checks every night that all money adds up. The office sees faults on its dashboard. */
export const checkLedgers: Job<object> = {
  name: 'payments-check',
  cron: '50 4 * * *',
  run: async (_data, tools) => {
    await writeWith(tools, async ({ db, now, touch }) => {
      const found = await findFaults(db)
      await keepFaults(db, found, now)
      for (const fault of found) log.error(fault, 'an account doesn’t add up')
      touch(['dashboard'], [])
    })
  },
}
