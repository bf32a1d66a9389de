import { dayIn, daysAfter, instantIn } from './calendar.ts'

/** A backup is taken every day; one that is older than two of them is old. */
export const oldAfterHours = 48
/** A school that has just been set up is not warned in its first days. */
export const firstWithinDays = 3

/** The instant from which on the backup of the last day is due by the clock on the school's wall, and that of the next. */
export const dueAround = (zone: string, hour: number, now: Date): { last: Date; next: Date } => {
  const today = dayIn(zone, now)
  const on = (days: number) => instantIn(zone, daysAfter(today, days), `${String(hour).padStart(2, '0')}:00`)
  return on(0) <= now ? { last: on(0), next: on(1) } : { last: on(-1), next: on(0) }
}
