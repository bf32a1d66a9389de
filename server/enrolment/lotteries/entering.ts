import type { leftOutReasons, MyLottery, lotteries } from '#contract/enrolment/lotteries.ts'
import { ageDayOf, isOfAge, overlap } from '#rules/fit.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { myStudents } from '#server/people/students/policy.ts'
import {
  type FamilyChild,
  type KeptEntry,
  listChildren,
  putEntries,
  type Standing,
  takeTicket,
  withdrawEntries,
} from './entryQueries.ts'
import { myEntries, publishedLotteries } from './policy.ts'
import {
  type About,
  type DrawnSection,
  listAbout,
  listDrawnSections,
  lockLottery,
  type LockedLottery,
} from './queries.ts'

type Meets = Pick<DrawnSection, 'sectionId' | 'weekday' | 'startsAt' | 'endsAt' | 'ageFrom' | 'ageTo' | 'cutoff'>

/** The reason why a class is not possible for a child; null where it is possible. */
export const whyNot = (
  child: Standing,
  section: Meets,
  term: { id: string; startsOn: string },
): (typeof leftOutReasons)[number] | null =>
  child.isIn.includes(section.sectionId)
    ? 'enrolled'
    : child.birthOn !== '' && !isOfAge(child.birthOn, { ...section, ageDay: ageDayOf(section.cutoff, term.startsOn) })
      ? 'age'
      : child.booked.some(booked => booked.termId === term.id && overlap(booked, section))
        ? 'clash'
        : null

export const isOpenAt = (
  { status, opensAt, closesAt }: Pick<LockedLottery, 'status' | 'opensAt' | 'closesAt'>,
  now: Date,
) => status === 'open' && opensAt <= now && now < closesAt

export const numberOf = ({ ticket, place }: { ticket: number; place: number }): string => `${ticket}-${place}`

const shown = (
  { startsOn, ...lottery }: About & { startsOn: string },
  children: readonly FamilyChild[],
  now: Date,
): MyLottery => {
  const { id: termId } = lottery.term
  const codeOf = new Map(lottery.classes.map(({ sectionId, code }) => [sectionId, code]))
  const entryOf = (child: FamilyChild): KeptEntry | undefined =>
    child.entries.find(({ lotteryId }) => lotteryId === lottery.id)
  const first = children.map(entryOf).find(entry => entry !== undefined)
  const coded = <T extends { sectionId: string }>({ sectionId, ...of }: T) => ({ code: codeOf.get(sectionId)!, ...of })
  return {
    ...lottery,
    isOpen: isOpenAt({ ...lottery, opensAt: new Date(lottery.opensAt), closesAt: new Date(lottery.closesAt) }, now),
    together: first?.together ?? 'alone',
    ticket: first ? String(first.ticket) : null,
    children: children.map(child => {
      const entry = entryOf(child)
      return {
        studentId: child.id,
        name: child.name,
        nativeName: child.nativeName,
        number: entry ? numberOf(entry) : null,
        ranks: entry?.ranks.map(id => codeOf.get(id)!) ?? [],
        fits: lottery.classes
          .filter(section => whyNot(child, section, { id: termId, startsOn }) === null)
          .map(({ code }) => code),
        leftOut: entry?.leftOut.map(coded) ?? [],
        won: entry?.won ? coded(entry.won) : null,
        lines: lottery.status === 'drawn' || lottery.status === 'finished' ? (entry?.lines.map(coded) ?? []) : [],
      }
    }),
  }
}

const readMine = async (db: Db, actor: Actor, now: Date): Promise<MyLottery[]> => {
  const [found, children] = await Promise.all([
    listAbout(db, publishedLotteries, now),
    listChildren(db, myStudents(actor), myEntries(actor)),
  ])
  return found
    .map(lottery => shown(lottery, children, now))
    .filter(
      ({ status, ticket, children: each }) =>
        ticket !== null || (status === 'open' && each.some(({ fits }) => fits.length > 0)),
    )
}

const readOne = async (db: Db, actor: Actor, now: Date, id: string): Promise<MyLottery> => {
  const [found] = await listAbout(db, publishedLotteries, now, { id })
  if (!found) throw notFound('The lottery')
  return shown(found, await listChildren(db, myStudents(actor), myEntries(actor)), now)
}

/** Locks a lottery. Throws where it takes no entries now. */
const lockOpen = async ({ db, now }: Pick<Context<unknown>, 'db' | 'now'>, id: string): Promise<LockedLottery> => {
  const lottery = await lockLottery(db, publishedLotteries, id)
  if (!lottery) throw notFound('The lottery')
  if (!isOpenAt(lottery, now)) throw conflict('DRAW_CLOSED', 'This lottery isn’t open for entries at the moment.')
  return lottery
}

const checkRanks = (
  children: readonly { ranks: readonly string[]; child: FamilyChild }[],
  sections: readonly DrawnSection[],
  { termId, startsOn }: LockedLottery,
): void => {
  const problems = children.flatMap(({ ranks, child }, index) => {
    const wrong = ranks.flatMap((code, at) => {
      const section = sections.find(each => each.code === code)
      if (!section || section.isOver) return ['closed']
      if (ranks.indexOf(code) !== at) return ['taken']
      return whyNot(child, section, { id: termId, startsOn }) ?? []
    })
    return wrong[0] ? [{ path: `children.${index}.ranks`, message: wrong[0] }] : []
  })
  if (problems.length > 0) throw invalid(problems)
}

type Mine = Pick<typeof lotteries, 'lotteries-mine' | 'lotteries-enter' | 'lotteries-withdraw'>

/** Handlers for what families do with lotteries. */
export const enteringFunctions: Functions<Mine> = {
  'lotteries-mine': async ({ db, actor, now }) => readMine(db, actor, now),

  'lotteries-enter': async ({ db, actor, input, now, touch }) => {
    const lottery = await lockOpen({ db, now }, input.id)
    const mine = await listChildren(db, myStudents(actor), myEntries(actor))
    const wanted = [...new Map(input.children.map(each => [each.studentId, each])).values()].map(each => {
      const child = mine.find(({ id }) => id === each.studentId)
      if (!child) throw notFound('The child')
      return { ...each, child }
    })
    const sections = await listDrawnSections(db, lottery.id, now)
    checkRanks(wanted, sections, lottery)
    await withdrawEntries(db, myEntries(actor), lottery.id, now)
    const sectionOf = new Map(sections.map(({ code, sectionId }) => [code, sectionId]))
    for (const [householdId, children] of Map.groupBy(wanted, ({ child }) => child.householdId)) {
      const ticketId = await takeTicket(db, lottery.id, householdId, input.together)
      const wishes = children.map(({ studentId, ranks }) => ({
        studentId,
        ranks: ranks.map(code => sectionOf.get(code)!),
      }))
      await putEntries(db, ticketId, wishes, now)
    }
    touch(['lotteries'], actor.personId ? [actor.personId] : [])
    return readOne(db, actor, now, lottery.id)
  },

  'lotteries-withdraw': async ({ db, actor, input, now, touch }) => {
    const lottery = await lockOpen({ db, now }, input.id)
    await withdrawEntries(db, myEntries(actor), lottery.id, now)
    touch(['lotteries'], actor.personId ? [actor.personId] : [])
    return readOne(db, actor, now, lottery.id)
  },
}
