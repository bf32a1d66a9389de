import type { Job, JobTools } from '#server/platform/jobs.ts'
import { writeWith } from '#server/platform/writing.ts'
import { closeList } from './drawing.ts'
import { publishedLotteries } from './policy.ts'
import { type LockedLottery, lockLottery, updateLottery } from './queries.ts'

type Work = (context: Parameters<typeof closeList>[0], lottery: LockedLottery) => Promise<void>

/** Works on a locked lottery in its own transaction, and tells open screens. */
const within = (tools: JobTools, id: string, work: Work): Promise<void> =>
  writeWith(tools, async context => {
    const lottery = await lockLottery(context.db, publishedLotteries, id)
    if (lottery) await work({ ...context, touch: (slices, people = []) => context.touch(slices, people) }, lottery)
  })

/** Closes the entries of a lottery at its closing time, unless the office has closed them before. */
export const closeLottery: Job<{ id: string }> = {
  name: 'lotteries-close',
  run: ({ id }, tools) =>
    within(tools, id, async (context, lottery) => {
      if (lottery.status === 'open' && lottery.closesAt <= tools.now) await closeList(context, lottery)
    }),
}

/** Finishes a drawn lottery once its winners' time to confirm is over. */
export const finishLottery: Job<{ id: string }> = {
  name: 'lotteries-finish',
  run: ({ id }, tools) =>
    within(tools, id, async ({ db, touch }, lottery) => {
      if (lottery.status !== 'drawn') return
      await updateLottery(db, id, { status: 'finished' })
      touch(['lotteries'])
    }),
}
