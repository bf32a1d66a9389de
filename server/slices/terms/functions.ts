import { termMoves, type terms } from '#contract/terms.ts'
import { sessionDays } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { syncMeetings } from '#server/slices/classes/acts.ts'
import { visibleTerms } from './policy.ts'
import {
  findCurrentTerm,
  findFigures,
  findPlan,
  findTerm,
  insertTerm,
  listTerms,
  lockTerm,
  planDates,
  updateTerm,
} from './queries.ts'

type Plan = {
  startsOn: string
  endsOn: string
  weekdays: number[]
  earlyBirdOn: string | null
  closures: { onDay: string; reason: string }[]
}

/** A term lasts two years at most, so that a mistyped year does not make thousands of dates. */
const longestDays = 731

const daysOf = ({ startsOn, endsOn, weekdays, closures }: Plan): string[] => {
  if (endsOn < startsOn) throw invalid([{ path: 'endsOn', message: 'before' }], 'TERM_DATES')
  if ((Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000 > longestDays)
    throw invalid([{ path: 'endsOn', message: 'far' }], 'TERM_DATES')
  const outside = closures.findIndex(({ onDay }) => onDay < startsOn || onDay > endsOn)
  if (outside >= 0) throw invalid([{ path: `closures.${outside}.onDay`, message: 'outside' }], 'TERM_DATES')
  const days = sessionDays(
    { startsOn, endsOn, weekdays },
    closures.map(({ onDay }) => onDay),
  )
  if (days.length === 0) throw invalid([{ path: 'weekdays', message: 'none' }], 'TERM_DATES')
  return days
}

// The same closure typed twice is one closure.
const once = (closures: Plan['closures']) => [...new Map(closures.map(closure => [closure.onDay, closure])).values()]

const touched = ['terms', 'classes', 'students', 'parents', 'teachers'] as const

export const termFunctions: Functions<typeof terms> = {
  'terms-list': async ({ db, actor }) => listTerms(db, visibleTerms(actor)),

  'terms-get': async ({ db, actor, input }) => {
    const plan = await findPlan(db, visibleTerms(actor), input.id)
    if (!plan) throw notFound('The term')
    return plan
  },

  'terms-create': async ({ db, actor, input: { closures, ...values }, now, touch }) => {
    const days = daysOf({ ...values, closures })
    const id = await insertTerm(db, { ...values, status: 'draft', createdAt: now })
    await planDates(db, id, days, once(closures))
    touch(touched)
    return planned(db, actor, id)
  },

  'terms-change': async ({ db, actor, input: { id, closures, ...values }, touch }) => {
    const days = daysOf({ ...values, closures })
    const term = await lockTerm(db, visibleTerms(actor), id)
    if (!term) throw notFound('The term')
    if (term.status === 'archived') throw conflict('TERM_CLOSED', 'An archived term is not changed any more.')
    await updateTerm(db, id, values)
    await planDates(db, id, days, once(closures))
    await syncMeetings(db, id)
    touch(touched)
    return planned(db, actor, id)
  },

  'terms-move': async ({ db, actor, input: { id, to }, touch }) => {
    const seen = visibleTerms(actor)
    const term = await lockTerm(db, seen, id)
    if (!term) throw notFound('The term')
    if (!termMoves[term.status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', `A term that is ${term.status} can't become ${to}.`)
    await updateTerm(db, id, { status: to })
    touch(touched)
    return (await findTerm(db, seen, id))!
  },

  'terms-figures': async ({ db, actor, input, now }) => {
    const seen = visibleTerms(actor)
    const term = input.termId ? await findPlan(db, seen, input.termId) : await findCurrentTerm(db, seen)
    if (input.termId && !term) throw notFound('The term')
    return { term, ...(await findFigures(db, seen, term?.id ?? null, now)) }
  },
}

const planned = async (db: Db, actor: Parameters<typeof visibleTerms>[0], id: string) =>
  (await findPlan(db, visibleTerms(actor), id))!
