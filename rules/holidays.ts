import { daysAfter } from './days.ts'

type Closure = { onDay: string; reason: string; nativeReason: string }

const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** The next day after a day that falls on one of the weekdays. */
const nextOn = (day: string, weekdays: readonly number[]): string | undefined =>
  [1, 2, 3, 4, 5, 6, 7].map(days => daysAfter(day, days)).find(each => weekdays.includes(weekdayOf(each)))

/**
 * A term's no-school days in order, those of one holiday as one entry: lesson days that follow each other and have the
 * same reason. `closedDays` (calendar.ts) makes the same days of it again. `lastOn` is '' for a single day.
 */
export const holidaysOf = (
  closures: readonly Closure[],
  weekdays: readonly number[],
): (Closure & { lastOn: string })[] => {
  const holidays: (Closure & { lastOn: string })[] = []
  for (const { onDay, reason, nativeReason } of closures) {
    const before = holidays.at(-1)
    if (
      before?.reason === reason &&
      before.nativeReason === nativeReason &&
      weekdays.includes(weekdayOf(before.onDay)) &&
      nextOn(before.lastOn || before.onDay, weekdays) === onDay
    )
      before.lastOn = onDay
    else holidays.push({ onDay, lastOn: '', reason, nativeReason })
  }
  return holidays
}
