import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as platform from '#server/platform/tables.ts'
import * as absences from './absences/tables.ts'
import * as applications from './applications/tables.ts'
import * as assignments from './assignments/tables.ts'
import * as badges from './badges/tables.ts'
import * as cancellations from './cancellations/tables.ts'
import * as cards from './cards/tables.ts'
import * as claims from './claims/tables.ts'
import * as classes from './classes/tables.ts'
import * as config from './config/tables.ts'
import * as confirmations from './confirmations/tables.ts'
import * as documents from './documents/tables.ts'
import * as duplicates from './duplicates/tables.ts'
import * as duties from './duties/tables.ts'
import * as enrolments from './enrolments/tables.ts'
import * as events from './events/tables.ts'
import * as files from './files/tables.ts'
import * as forms from './forms/tables.ts'
import * as grades from './grades/tables.ts'
import * as identity from './identity/tables.ts'
import * as imports from './imports/tables.ts'
import * as leavings from './leavings/tables.ts'
import * as lotteries from './lotteries/tables.ts'
import * as messages from './messages/tables.ts'
import * as oneroster from './oneroster/tables.ts'
import * as parents from './parents/tables.ts'
import * as payments from './payments/tables.ts'
import * as placements from './placements/tables.ts'
import * as policies from './policies/tables.ts'
import * as prices from './prices/tables.ts'
import * as promotions from './promotions/tables.ts'
import * as push from './push/tables.ts'
import * as students from './students/tables.ts'
import * as teachers from './teachers/tables.ts'
import * as terms from './terms/tables.ts'
import * as users from './users/tables.ts'
import * as views from './views/tables.ts'
import * as visits from './visits/tables.ts'
import * as volunteers from './volunteers/tables.ts'
import * as windows from './windows/tables.ts'

/** Every table of a school. */
export const tables: readonly PgTable[] = [
  platform,
  absences,
  applications,
  assignments,
  badges,
  cancellations,
  cards,
  claims,
  classes,
  config,
  confirmations,
  documents,
  duplicates,
  duties,
  enrolments,
  events,
  files,
  forms,
  grades,
  identity,
  imports,
  leavings,
  lotteries,
  messages,
  oneroster,
  parents,
  payments,
  placements,
  policies,
  prices,
  promotions,
  push,
  students,
  teachers,
  terms,
  users,
  views,
  visits,
  volunteers,
  windows,
]
  .flatMap(each => Object.values<unknown>(each))
  .filter(each => is(each, PgTable))

/** What takes no part in batches: whole tables, and columns of others, by their names in the database. */
export const leftOut: Readonly<Record<string, 'all' | readonly string[]>> = Object.fromEntries(
  tables.flatMap(table => {
    const of = platform.leftOutOf(table)
    return of ? [[getTableName(table), of]] : []
  }),
)
