import { isTermOver, termMoves, type terms } from '#contract/school/terms.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { refusalFor } from '#server/platform/right.ts'
import { textsOf } from '#server/platform/texts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { messages as en } from './ending.en.ts'
import { messages as zh } from './ending.zh.ts'
import { endDays, resumeDays } from './dayQueries.ts'
import { daysOf, openTerm, type Plan } from './acts.ts'
import { visibleTerms } from './policy.ts'
import {
  countUnsettled,
  findCurrentTerm,
  findFigures,
  findPlan,
  findTerm,
  listTerms,
  lockTerm,
  planDates,
  updateTerm,
} from './queries.ts'

const texts = textsOf({ en, zh })
const why = { note: texts('en')('endedEarly'), nativeNote: texts('zh')('endedEarly') }

const touched = [
  'terms',
  'windows',
  'classes',
  'enrolments',
  'students',
  'parents',
  'teachers',
  'events',
  'absences',
  'assignments',
] as const

/** Updates the meetings of a term's classes to match its days. */
type SyncMeetings = (db: Db, termId: string) => Promise<void>

const daysAreOver = () => conflict('TERM_CLOSED', 'The days of a closed term can no longer be changed.')

/** True if two plans give a term the same days. */
const isSamePlan = (one: Plan, other: Plan): boolean => {
  const facts = ({ startsOn, endsOn, weekdays, earlyBirdOn, closures }: Plan) =>
    JSON.stringify([
      startsOn,
      endsOn,
      weekdays.toSorted((a, b) => a - b),
      earlyBirdOn,
      closures
        .toSorted((a, b) => a.onDay.localeCompare(b.onDay))
        .map(({ onDay, reason, nativeReason }) => [onDay, reason, nativeReason]),
    ])
  return facts(one) === facts(other)
}

/** Replans a term's days with changed closures. */
const replan = async (
  { db, actor, now, touch }: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'touch'>,
  termId: string,
  syncMeetings: SyncMeetings,
  change: (closures: Plan['closures']) => Plan['closures'],
) => {
  const term = await lockTerm(db, visibleTerms(actor), termId)
  if (!term) throw notFound('The term')
  if (isTermOver(term.status)) throw daysAreOver()
  const plan = await planned({ db, actor, now }, termId)
  const changed = change(plan.closures.map(({ onDay, reason, nativeReason }) => ({ onDay, reason, nativeReason })))
  const { days, closures } = daysOf({ ...plan, closures: changed })
  await planDates(db, termId, days, closures)
  await syncMeetings(db, termId)
  touch(touched)
  return planned({ db, actor, now }, termId)
}

/** Adjusts what depends on whether a term's classes go on. */
type FollowTerm = (db: Db, termId: string, now: Date) => Promise<void>

/** Opens a term's draft classes for registration. */
type OpenClosed = (db: Db, termId: string) => Promise<number>

export const termFunctions = (
  syncMeetings: SyncMeetings,
  openClosed: OpenClosed,
  followTerm: FollowTerm,
): Functions<typeof terms> => ({
  'terms-list': async ({ db, actor }) => listTerms(db, visibleTerms(actor)),

  'terms-get': async ({ db, actor, input, now }) => {
    const plan = await findPlan(db, visibleTerms(actor), input.id, now)
    if (!plan) throw notFound('The term')
    return plan
  },

  'terms-create': async ({ db, actor, input: { closures, ...values }, now, touch }) => {
    const id = await openTerm(db, values, closures, now)
    // A draft, which only the office sees.
    touch(touched, [])
    return planned({ db, actor, now }, id)
  },

  'terms-change': async ({ db, actor, input: { id, ...input }, now, touch }) => {
    const { days, closures } = daysOf(input)
    const { closures: _given, ...values } = input
    const term = await lockTerm(db, visibleTerms(actor), id)
    if (!term) throw notFound('The term')
    if (term.status === 'archived') throw conflict('TERM_CLOSED', 'An archived term can no longer be changed.')
    if (isTermOver(term.status)) {
      if (!isSamePlan(await planned({ db, actor, now }, id), { ...values, closures })) throw daysAreOver()
      await updateTerm(db, id, { name: values.name, nativeName: values.nativeName })
    } else {
      await updateTerm(db, id, values)
      await planDates(db, id, days, closures)
      await syncMeetings(db, id)
    }
    touch(touched)
    return planned({ db, actor, now }, id)
  },

  'terms-move': async context => {
    const { db, actor, now, touch } = context
    const { id, to, opensClasses } = context.input
    const seen = visibleTerms(actor)
    const term = await lockTerm(db, seen, id)
    if (!term) throw notFound('The term')
    if (!termMoves[term.status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `A term that is ${term.status} can't become ${to}.`)
    if (opensClasses) await openClosed(db, id)
    await updateTerm(db, id, { status: to })
    if (isTermOver(to)) await endDays(db, id, why, now)
    else if (isTermOver(term.status)) await resumeDays(db, id, now)
    if (isTermOver(to) !== isTermOver(term.status)) await followTerm(db, id, now)
    touch(touched)
    return (await findTerm(db, seen, id))!
  },

  'terms-closeDay': async ({ input: { termId, ...closure }, ...context }) =>
    replan(context, termId, syncMeetings, closures => [
      ...closures.filter(({ onDay }) => onDay !== closure.onDay),
      closure,
    ]),

  'terms-openDay': async ({ input: { termId, onDay }, ...context }) =>
    replan(context, termId, syncMeetings, closures => closures.filter(each => each.onDay !== onDay)),

  'terms-unsettled': async ({ db, actor, input }) => {
    const found = await countUnsettled(db, visibleTerms(actor), input.id)
    if (!found) throw notFound('The term')
    return found
  },

  'terms-figures': async ({ db, actor, input, now }) => {
    const seen = visibleTerms(actor)
    const term = input.termId ? await findPlan(db, seen, input.termId, now) : await findCurrentTerm(db, seen)
    if (input.termId && !term) throw notFound('The term')
    const figures = await findFigures(db, seen, term?.id ?? null, now, dayIn(await zoneOf(db), now))
    const noMoney = { unpaidHouseholds: null, owedCents: null, chargedCents: null, paidCents: null }
    return { term, ...figures, ...(refusalFor(actor, ['payments-households']) !== null && noMoney) }
  },
})

const planned = async ({ db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>, id: string) =>
  (await findPlan(db, visibleTerms(actor), id, now))!
