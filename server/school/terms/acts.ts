import { isTooLong, sessionDays } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid } from '#server/platform/errors.ts'
import { insertTerm, planDates } from './queries.ts'

export { lockTerm } from './queries.ts'
export { followRoll, insertExtraDate, removeEmptyDate, updateDay } from './dayQueries.ts'

/** The facts that determine a term's days. */
export type Plan = {
  startsOn: string
  endsOn: string
  weekdays: number[]
  earlyBirdOn: string | null
  closures: { onDay: string; reason: string; nativeReason: string }[]
}

/** The days on which a term meets. Throws `invalid` for impossible dates, at their field, prefixed with `path`. */
export const daysOf = ({ startsOn, endsOn, weekdays, closures }: Plan, path = ''): string[] => {
  if (endsOn < startsOn) throw invalid([{ path: `${path}endsOn`, message: 'before' }], 'TERM_DATES')
  if (isTooLong({ startsOn, endsOn })) throw invalid([{ path: `${path}endsOn`, message: 'far' }], 'TERM_DATES')
  const outside = closures.findIndex(({ onDay }) => onDay < startsOn || onDay > endsOn)
  if (outside >= 0) throw invalid([{ path: `${path}closures.${outside}.onDay`, message: 'outside' }], 'TERM_DATES')
  const days = sessionDays(
    { startsOn, endsOn, weekdays },
    closures.map(({ onDay }) => onDay),
  )
  if (days.length === 0) throw invalid([{ path: `${path}weekdays`, message: 'none' }], 'TERM_DATES')
  return days
}

/** Removes duplicate closures of the same day. */
export const once = (closures: Plan['closures']) => [
  ...new Map(closures.map(closure => [closure.onDay, closure])).values(),
]

/** Creates a draft term with its session dates and returns its id. */
export const openTerm = async (
  db: Db,
  values: Omit<Plan, 'closures'> & { name: string; nativeName: string },
  closures: Plan['closures'],
  at: Date,
  path = '',
): Promise<string> => {
  const days = daysOf({ ...values, closures }, path)
  const id = await insertTerm(db, { ...values, status: 'draft', createdAt: at })
  await planDates(db, id, days, once(closures))
  return id
}
