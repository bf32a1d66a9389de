import type { Job } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findRecordFaults, keepRecordFaults } from './checkQueries.ts'

/** Checks every night that seats, invoices, files and references are consistent. Faults appear on the dashboard. */
export const checkRecords: Job<object> = {
  name: 'dashboard-check',
  cron: '20 5 * * *',
  run: async (_data, tools) =>
    writeWith(tools, async ({ db, now, touch }) => {
      const found = await findRecordFaults(db)
      await keepRecordFaults(db, found, now)
      for (const fault of found) log.error(fault, 'records are inconsistent')
      touch(['dashboard'], [])
    }),
}
