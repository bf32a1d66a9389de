import { Temporal } from 'temporal-polyfill'
import { daysUntil } from './days.ts'
import type { SchoolTime } from './lessons.ts'

/** A term lasts at most two years, so that a mistyped year does not create thousands of dates. */
const longestTermDays = 731

/** True if a term lasts longer than a term may. */
export const isTooLong = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): boolean =>
  daysUntil(startsOn, endsOn) > longestTermDays

/** The last day on which lessons of a day may be made up: one year later, so that a mistyped year is refused. */
export const latestMakeUp = (onDay: string): string => Temporal.PlainDate.from(onDay).add({ years: 1 }).toString()

/** The days from `startsOn` to `endsOn`, both included, that fall on one of the weekdays and are not closures. */
export const sessionDays = (
  term: { startsOn: string; endsOn: string; weekdays: readonly number[] },
  closed: readonly string[],
): string[] => {
  const days: string[] = []
  const end = Temporal.PlainDate.from(term.endsOn)
  for (
    let day = Temporal.PlainDate.from(term.startsOn);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (term.weekdays.includes(day.dayOfWeek) && !closed.includes(day.toString())) days.push(day.toString())
  }
  return days
}

/**
 * The no-school days that one entry stands for: its day or, up to a last day, all days in between on which the term has
 * lessons.
 */
export const closedDays = (
  { onDay, lastOn }: { onDay: string; lastOn?: string | null | undefined },
  weekdays: readonly number[],
): string[] => (lastOn ? sessionDays({ startsOn: onDay, endsOn: lastOn, weekdays }, []) : [onDay])

/** The week of a term that a day falls in: 1 from the term's first day, 0 before it. */
export const weekOfTerm = (startsOn: string, day: string): number => {
  const days = daysUntil(startsOn, day)
  return days < 0 ? 0 : Math.floor(days / 7) + 1
}

/** The calendar day of an instant in a zone. */
export const dayIn = (zone: string, at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()

/** The date and time of an instant on a school's clock. */
export const schoolTime = (zone: string, at: Date): SchoolTime => {
  const clock = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()
  return { day: clock.toPlainDate().toString(), time: clock.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The instant at which a day begins in a zone. */
export const startOfDay = (zone: string, day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)

/** The instant of a day and time on the school's clock; the earlier of two when the clock is turned back. */
export const instantIn = (zone: string, day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds)
