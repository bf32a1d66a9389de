import type { Parsed } from '#contract/index.ts'
import { startOfDay } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import type { Filter } from './queries.ts'

/** Converts a filter with days of the school to one with instants. */
export const filterOf = ({ readings, search, action, of, from, to }: Parsed<'audit-list'>, zone: string): Filter => ({
  readings: readings === true,
  search,
  action,
  of,
  from: from === undefined ? undefined : startOfDay(zone, from),
  before: to === undefined ? undefined : startOfDay(zone, daysAfter(to, 1)),
})
