import { dayIn, instantIn } from './calendar.ts'
import { daysAfter } from './days.ts'

/** A backup is taken every day. One that is older than 48 hours, two backups' worth, counts as old. */
export const oldAfterHours = 48
/** A newly set up school gets no warning during its first days. */
export const firstWithinDays = 3

/** The instants when the last and the next daily backup are due, at `hour` in the school's time zone. */
export const dueAround = (zone: string, hour: number, now: Date): { last: Date; next: Date } => {
  const today = dayIn(zone, now)
  const on = (days: number) => instantIn(zone, daysAfter(today, days), `${String(hour).padStart(2, '0')}:00`)
  return on(0) <= now ? { last: on(0), next: on(1) } : { last: on(-1), next: on(0) }
}
