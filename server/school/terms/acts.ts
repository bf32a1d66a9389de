import { closedDays, isTooLong, sessionDays } from '#rules/calendar.ts'
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

/** Removes duplicate closures of the same day. */
const once = (closures: Plan['closures']) => [...new Map(closures.map(closure => [closure.onDay, closure])).values()]

type PlanInput = Omit<Plan, 'closures'> & {
  closures: readonly (Plan['closures'][number] & { lastOn?: string | null | undefined })[]
}

/**
 * The days on which a term meets, and its closures day by day. Throws `invalid` for impossible dates, at their field,
 * prefixed with `path`.
 */
export const daysOf = (
  { startsOn, endsOn, weekdays, closures }: PlanInput,
  path = '',
): { days: string[]; closures: Plan['closures'] } => {
  if (endsOn < startsOn) throw invalid([{ path: `${path}endsOn`, message: 'before' }], 'TERM_DATES')
  if (isTooLong({ startsOn, endsOn })) throw invalid([{ path: `${path}endsOn`, message: 'far' }], 'TERM_DATES')
  const wrong = closures.flatMap(({ onDay, lastOn }, index) => {
    const at = (field: string, message: string) => [{ path: `${path}closures.${index}.${field}`, message }]
    if (onDay < startsOn || onDay > endsOn) return at('onDay', 'outside')
    if (!lastOn) return []
    if (lastOn > endsOn) return at('lastOn', 'outside')
    if (lastOn < onDay) return at('lastOn', 'before')
    return closedDays({ onDay, lastOn }, weekdays).length === 0 ? at('lastOn', 'noLessons') : []
  })
  if (wrong.length > 0) throw invalid(wrong, 'TERM_DATES')
  const closed = once(
    closures.flatMap(({ onDay, lastOn, reason, nativeReason }) =>
      closedDays({ onDay, lastOn }, weekdays).map(day => ({ onDay: day, reason, nativeReason })),
    ),
  )
  const days = sessionDays(
    { startsOn, endsOn, weekdays },
    closed.map(({ onDay }) => onDay),
  )
  if (days.length === 0) throw invalid([{ path: `${path}weekdays`, message: 'none' }], 'TERM_DATES')
  return { days, closures: closed }
}

/** Creates a draft term with its session dates and returns its id. */
export const openTerm = async (
  db: Db,
  values: Omit<Plan, 'closures'> & { name: string; nativeName: string },
  closures: PlanInput['closures'],
  at: Date,
  path = '',
): Promise<string> => {
  const { days, closures: closed } = daysOf({ ...values, closures }, path)
  const id = await insertTerm(db, { ...values, status: 'draft', createdAt: at })
  await planDates(db, id, days, closed)
  return id
}
