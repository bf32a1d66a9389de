import { dayIn } from '#rules/calendar.ts'
import type { Job } from '#server/platform/jobs.ts'
import { log } from '#server/platform/log.ts'
import { writeWith } from '#server/platform/writing.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { markWrongBalances, storedBalances } from './storedBalanceQueries.ts'
import { findFaults, keepFaults } from './checkQueries.ts'

/** Checks every night that all money adds up. The office sees faults on its dashboard. */
export const checkLedgers: Job<object> = {
  name: 'payments-check',
  cron: '50 4 * * *',
  run: async (_data, tools) => {
    const { db: reading } = tools.database
    const today = dayIn(await zoneOf(reading), tools.now)
    await storedBalances(reading, today)
    await writeWith(tools, async ({ db, now, touch }) => {
      const wrong = await markWrongBalances(db, today)
      if (wrong > 0) log.error({ wrong }, 'stored balances differed from the books')
      const found = await findFaults(db)
      await keepFaults(db, found, now)
      for (const fault of found) log.error(fault, 'an account doesn’t add up')
      touch(['dashboard'], [])
    })
  },
}
