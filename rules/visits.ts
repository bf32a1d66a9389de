import { choiceDays } from '#contract/enrolment/visits.plain.ts'
import { daysAfter } from './days.ts'

/**
 * The last day on which a family may choose what replaces a visit whose day was canceled: another day, or a refund.
 * After it, the money is returned automatically.
 */
export const choosesUntil = (onDay: string): string => daysAfter(onDay, choiceDays)

/** The latest visit day for which the choice is over on a given day. */
export const lastChosenDay = (today: string): string => daysAfter(today, -choiceDays - 1)
