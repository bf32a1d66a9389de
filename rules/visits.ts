import { choiceDays } from '#contract/enrolment/visits.plain.ts'
import { daysAfter } from './calendar.ts'

/**
 * Until when a family chooses what comes instead of a visit whose day is called off: another day, or its money. After
 * that the money comes back by itself.
 */
export const choosesUntil = (onDay: string): string => daysAfter(onDay, choiceDays)

/** The last day of a visit for which the choice is over on a day. */
export const lastChosenDay = (today: string): string => daysAfter(today, -choiceDays - 1)
