import { mostRanks } from '#contract/enrolment/lotteries.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { isOpenAt } from './entering.ts'
import { listWishes, putEntries, takeTicket } from './entryQueries.ts'
import { publishedLotteries } from './policy.ts'
import { listOpenFor, lockLottery } from './queries.ts'

/**
 * Enters children of a household into the lotteries of classes that they registered for, ranking each class below the
 * child's earlier wishes. Throws where a lottery has closed since.
 */
export const enterDraws = async (
  db: Db,
  householdId: string,
  choices: readonly { studentId: string; sectionId: string }[],
  at: Date,
): Promise<void> => {
  if (choices.length === 0) return
  const wanted = await listOpenFor(
    db,
    choices.map(({ sectionId }) => sectionId),
  )
  for (const { lotteryId, sectionIds } of wanted) {
    const lottery = await lockLottery(db, publishedLotteries, lotteryId)
    if (!lottery || !isOpenAt(lottery, at))
      throw conflict('DRAW_CLOSED', 'This lottery isn’t open for entries at the moment.')
    const entering = Map.groupBy(
      choices.filter(({ sectionId }) => sectionIds.includes(sectionId)),
      ({ studentId }) => studentId,
    )
    const before = new Map(
      (await listWishes(db, lotteryId, [...entering.keys()])).map(each => [each.studentId, each.ranks]),
    )
    const wishes = [...entering].map(([studentId, chosen]) => ({
      studentId,
      ranks: [...new Set([...(before.get(studentId) ?? []), ...chosen.map(({ sectionId }) => sectionId)])].slice(
        0,
        mostRanks,
      ),
    }))
    await putEntries(db, await takeTicket(db, lotteryId, householdId, null), wishes, at)
  }
}
