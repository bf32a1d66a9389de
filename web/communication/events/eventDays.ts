/** Returns the day `days` after a day, both 'YYYY-MM-DD'. */
export const plusDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Returns the month ('YYYY-MM') `months` after another. */
export const plusMonths = (month: string, months: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** Returns the last day of a month. */
export const lastDayOf = (month: string): string => plusDays(`${plusMonths(month, 1)}-01`, -1)

/**
 * Returns the days of a month by week; null pads the first and the last week. `firstWeekday` is 1 (Monday) to 7
 * (Sunday).
 */
export const weeksOf = (month: string, firstWeekday: number): (string | null)[][] => {
  const first = new Date(`${month}-01T00:00:00Z`).getUTCDay() || 7
  const cells: (string | null)[] = Array.from({ length: (first - firstWeekday + 7) % 7 }, () => null)
  for (let day = `${month}-01`; day.startsWith(month); day = plusDays(day, 1)) cells.push(day)
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

type Spanned = { startsOn: string; endsOn: string }
/** Returns true if an event that lasts from day to day includes a day. */
export const isOn = ({ startsOn, endsOn }: Spanned, day: string): boolean => startsOn <= day && day <= endsOn
