import { type Lottery, type lotteries, lotteryMoves } from '#contract/enrolment/lotteries.ts'
import { instantIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { lockSections } from '#server/enrolment/enrolments/acts.ts'
import { closeList, codesOf, commit, drawAgain, drawLottery, resultsOf, tellCancelled, ticketsOf } from './drawing.ts'
import { enteringFunctions, numberOf } from './entering.ts'
import { countOffice, listEntered, listOffice } from './entryQueries.ts'
import { closeLottery, finishLottery } from './jobs.ts'
import { publishedLotteries, runLotteries, visibleEntries } from './policy.ts'
import {
  findLottery,
  findTermStatus,
  insertLottery,
  listAbout,
  listCandidates,
  listDrawnSections,
  listLotteries,
  listSectionIds,
  type LockedLottery,
  lockLottery,
  replaceSections,
  updateLottery,
} from './queries.ts'

const readOne = async (db: Db, actor: Actor, now: Date, id: string): Promise<Lottery> => {
  const [found] = await listLotteries(db, runLotteries(actor), now, { id })
  if (!found) throw notFound('The lottery')
  return found
}

type Plan = { opensAt: Date; closesAt: Date; sectionIds: readonly string[] }

/** The local times of a plan as instants, by the school's time zone. */
const timed = async <T extends { opensAt: string; closesAt: string }>(db: Db, plan: T) => {
  const zone = await zoneOf(db)
  const at = (wall: string) => instantIn(zone, wall.slice(0, 10), wall.slice(11, 16))
  return { ...plan, opensAt: at(plan.opensAt), closesAt: at(plan.closesAt) }
}

/** Locks the classes of a plan. Throws where one of them can't be in a lottery. */
const checkPlan = async (
  { db, now }: Pick<Context<unknown>, 'db' | 'now'>,
  termId: string,
  plan: Plan,
  lotteryId: string | null,
): Promise<void> => {
  if (plan.closesAt <= plan.opensAt) throw invalid([{ path: 'closesAt', message: 'before' }])
  if (plan.closesAt <= now) throw invalid([{ path: 'closesAt', message: 'past' }])
  const ids = [...new Set(plan.sectionIds)]
  await lockSections(db, ids)
  const candidates = await listCandidates(db, termId, ids, lotteryId, now)
  if (candidates.length < ids.length || candidates.some(({ isOpen }) => !isOpen))
    throw invalid([{ path: 'sectionIds', message: 'closed' }])
  if (candidates.some(({ isDrawn }) => isDrawn))
    throw conflict('IN_DRAW', 'One of these classes is in another lottery.')
  if (candidates.some(({ isWanted }) => isWanted))
    throw conflict('CLASS_WANTED', 'Someone is on the waitlist for one of these classes or has it in their cart.')
}

const lock = async ({ db, actor }: Pick<Context<unknown>, 'db' | 'actor'>, id: string): Promise<LockedLottery> => {
  const lottery = await lockLottery(db, runLotteries(actor), id)
  if (!lottery) throw notFound('The lottery')
  return lottery
}

const refuseMove = (from: string, to: string) =>
  conflict('MOVE_NOT_ALLOWED', `A lottery that is ${from} can’t become ${to}.`)

export const lotteryFunctions: Functions<typeof lotteries> = {
  ...enteringFunctions,

  'lotteries-published': async ({ db, now }) => listAbout(db, publishedLotteries, now),

  'lotteries-protocol': async ({ db, input, now }) => {
    const [about] = await listAbout(db, publishedLotteries, now, { id: input.id })
    const lottery = await findLottery(db, publishedLotteries, input.id)
    if (!about || !lottery) throw notFound('The lottery')
    const isListed = about.fingerprint !== null
    const isDrawn = about.drawnAt !== null
    const entered = isListed ? await listEntered(db, input.id) : []
    const codeOf = new Map(about.classes.map(({ sectionId, code }) => [sectionId, code]))
    return {
      ...about,
      secret: isDrawn ? lottery.secret : null,
      publicValue: isDrawn ? lottery.publicValue : null,
      tickets: ticketsOf(entered, codeOf),
      results: isDrawn ? resultsOf(entered, codeOf) : [],
    }
  },

  'lotteries-list': async ({ db, actor, now }) => listLotteries(db, runLotteries(actor), now),

  'lotteries-entries': async ({ db, actor, input, now }) => {
    const lottery = await findLottery(db, runLotteries(actor), input.id)
    if (!lottery) throw notFound('The lottery')
    const codeOf = codesOf(await listDrawnSections(db, lottery.id, now))
    const coded = <T extends { sectionId: string }>({ sectionId, ...of }: T) => ({
      code: codeOf.get(sectionId)!,
      ...of,
    })
    const { search = '' } = input
    const found = await listOffice(db, visibleEntries(actor), lottery.id, search, readKey(input.after, 3))
    const { rows, next } = cutPage(found, ({ turn, ticket, place }) => [turn ?? 0, ticket, place])
    return {
      rows: rows.map(({ ticket, place, wonSectionId, ...row }) => ({
        ...row,
        number: numberOf({ ticket, place }),
        ranks: row.ranks.map(id => codeOf.get(id)!),
        leftOut: row.leftOut.map(coded),
        won: wonSectionId === null ? null : codeOf.get(wonSectionId)!,
        lines: row.lines.map(coded),
      })),
      next,
      total: await totalOf(found, input.after, () => countOffice(db, visibleEntries(actor), lottery.id, search)),
    }
  },

  'lotteries-create': async ({ db, actor, input: { sectionIds, ...input }, now, touch }) => {
    const status = await findTermStatus(db, input.termId)
    if (status === null) throw notFound('The term')
    if (status === 'closed' || status === 'archived' || status === 'grading')
      throw conflict('TERM_CLOSED', 'This term is over. Choose another one.')
    const plan = await timed(db, input)
    await checkPlan({ db, now }, input.termId, { ...plan, sectionIds }, null)
    const id = await insertLottery(db, { ...plan, status: 'draft', createdAt: now })
    await replaceSections(db, id, [...new Set(sectionIds)])
    touch(['lotteries', 'classes'])
    return readOne(db, actor, now, id)
  },

  'lotteries-change': async ({ db, actor, input: { id, sectionIds, ...input }, now, touch }) => {
    const found = await findLottery(db, runLotteries(actor), id)
    if (!found) throw notFound('The lottery')
    const plan = await timed(db, input)
    await checkPlan({ db, now }, found.termId, { ...plan, sectionIds }, id)
    const lottery = await lock({ db, actor }, id)
    if (lottery.status !== 'draft')
      throw conflict(
        'MOVE_NOT_ALLOWED',
        'Only a draft can be changed, because families rely on the rest. Cancel this lottery and make another one.',
      )
    await updateLottery(db, id, plan)
    await replaceSections(db, id, [...new Set(sectionIds)])
    touch(['lotteries', 'classes'])
    return readOne(db, actor, now, id)
  },

  'lotteries-move': async context => {
    const { db, actor, input, now, enqueue, touch } = context
    const lottery = await lock(context, input.id)
    if (!lotteryMoves[lottery.status].includes(input.to)) throw refuseMove(lottery.status, input.to)
    if (input.to === 'closed') await closeList(context, lottery)
    if (input.to === 'open') {
      if (lottery.closesAt <= now) throw invalid([{ path: 'closesAt', message: 'past' }])
      await updateLottery(db, lottery.id, { status: 'open', ...commit() })
      await enqueue(closeLottery, { id: lottery.id }, lottery.closesAt)
    }
    if (input.to === 'cancelled') {
      await updateLottery(db, lottery.id, { status: 'cancelled' })
      if (lottery.status !== 'draft') await tellCancelled(context, lottery)
    }
    touch(['lotteries', 'classes'])
    return readOne(db, actor, now, lottery.id)
  },

  'lotteries-draw': async context => {
    const { db, actor, input, now, enqueue } = context
    const found = await findLottery(db, runLotteries(actor), input.id)
    if (!found) throw notFound('The lottery')
    // Classes are locked first, as everywhere; the list of them is fixed since the lottery opened.
    await lockSections(db, await listSectionIds(db, found.id))
    const lottery = await lock(context, found.id)
    if (!lotteryMoves[lottery.status].includes('drawn')) throw refuseMove(lottery.status, 'drawn')
    await drawLottery(context, lottery, input.publicValue)
    await enqueue(finishLottery, { id: lottery.id }, new Date(now.getTime() + lottery.confirmHours * 3_600_000))
    return readOne(db, actor, now, lottery.id)
  },

  'lotteries-rerun': async ({ db, actor, input, now }) => {
    const lottery = await findLottery(db, runLotteries(actor), input.id)
    if (!lottery) throw notFound('The lottery')
    if (lottery.publicValue === null) throw conflict('MOVE_NOT_ALLOWED', 'This lottery hasn’t been drawn yet.')
    const { seed, isCommitted, isListed, differing } = await drawAgain(db, lottery, now)
    return { seed, isSame: isCommitted && isListed && differing.length === 0, isCommitted, isListed, differing }
  },
}
