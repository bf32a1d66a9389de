import type { Parsed } from '#contract/index.ts'
import { daysAfter, startOfDay } from '#rules/calendar.ts'
import type { Filter } from './queries.ts'

/** What is asked for by the school's days, as instants. */
export const filterOf = ({ readings, search, action, of, from, to }: Parsed<'audit-list'>, zone: string): Filter => ({
  readings: readings === true,
  search,
  action,
  of,
  from: from === undefined ? undefined : startOfDay(zone, from),
  before: to === undefined ? undefined : startOfDay(zone, daysAfter(to, 1)),
})
