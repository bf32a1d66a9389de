import { Temporal } from 'temporal-polyfill'
import { dutyExempts } from '#contract/settings.plain.ts'

type Exempt = (typeof dutyExempts)[number]
type Year = { from: string; to: string }

/**
 * The duty year that starts `years` years after the first day. A year counted from 29 February starts on the 28th in
 * years without one.
 */
const yearAt = (fromDay: string, years: number): Year => {
  const first = Temporal.PlainDate.from(fromDay)
  return {
    from: first.add({ years }).toString(),
    to: first
      .add({ years: years + 1 })
      .subtract({ days: 1 })
      .toString(),
  }
}

/**
 * The duty year that a day falls in: twelve months from the rule's first day, or from one of its anniversaries; null
 * before the first day.
 */
export const dutyYearOf = (fromDay: string, day: string): Year | null => {
  if (day < fromDay) return null
  const years = Temporal.PlainDate.from(fromDay).until(Temporal.PlainDate.from(day), { largestUnit: 'years' }).years
  const year = yearAt(fromDay, years)
  // When counted from 29 February, the last day of a year may fall in the next one.
  return year.to < day ? yearAt(fromDay, years + 1) : year.from > day ? yearAt(fromDay, years - 1) : year
}

/** All duty years up to a day, latest first. */
export const dutyYearsUntil = (fromDay: string, day: string): Year[] => {
  const latest = dutyYearOf(fromDay, day)
  if (latest === null) return []
  const years: Year[] = []
  for (let at = 0; ; at += 1) {
    const year = yearAt(fromDay, at)
    years.unshift(year)
    if (year.from >= latest.from) return years
  }
}

/**
 * The reason why a family owes no duty: the office has excused it, or else the school exempts it; null if it owes duty.
 */
export const dutyReasonOf = (
  exempt: readonly Exempt[],
  family: { isLetOff: boolean; is: readonly Exempt[] },
): 'office' | Exempt | null =>
  family.isLetOff ? 'office' : (dutyExempts.find(each => exempt.includes(each) && family.is.includes(each)) ?? null)

/** The points due for a year and those still owed. Extra points are not carried over. */
export const dutyStanding = (points: number, reason: string | null, worked: number): { due: number; owed: number } => {
  const due = reason === null ? points : 0
  return { due, owed: Math.max(0, due - worked) }
}
