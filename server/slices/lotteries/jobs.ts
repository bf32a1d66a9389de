import type { Job, JobTools } from '#server/platform/jobs.ts'
import { closeList } from './drawing.ts'
import { publishedLotteries } from './policy.ts'
import { type LockedLottery, lockLottery, updateLottery } from './queries.ts'

type Work = (context: Parameters<typeof closeList>[0], lottery: LockedLottery) => Promise<void>

/** Works on a locked lottery in a transaction of its own, and tells open screens. */
const within = (tools: JobTools, id: string, work: Work): Promise<void> =>
  tools.database.transaction(async (db, client) => {
    const touched: { slices: readonly string[]; people: readonly string[] }[] = []
    const lottery = await lockLottery(db, publishedLotteries, id)
    if (!lottery) return
    await work(
      {
        db,
        now: tools.now,
        settings: tools.settings,
        enqueue: (job, data, at) => tools.enqueue(client, job, data, at),
        touch: (slices, people = []) => void touched.push({ slices, people }),
      },
      lottery,
    )
    for (const { slices, people } of touched) await tools.touch(client, slices, people)
  })

/** Closes the entries of a lottery at its time, if the office has not done so before. */
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
