import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as platform from '#server/platform/tables.ts'
import * as absences from './teaching/absences/tables.ts'
import * as applications from './enrolment/applications/tables.ts'
import * as assignments from './teaching/assignments/tables.ts'
import * as badges from './people/badges/tables.ts'
import * as cancellations from './enrolment/cancellations/tables.ts'
import * as cards from './money/cards/tables.ts'
import * as claims from './enrolment/claims/tables.ts'
import * as classes from './enrolment/classes/tables.ts'
import * as config from './school/config/tables.ts'
import * as confirmations from './people/confirmations/tables.ts'
import * as documents from './people/documents/tables.ts'
import * as duplicates from './office/duplicates/tables.ts'
import * as duties from './communication/duties/tables.ts'
import * as enrolments from './enrolment/enrolments/tables.ts'
import * as events from './communication/events/tables.ts'
import * as files from './access/files/tables.ts'
import * as forms from './people/forms/tables.ts'
import * as grades from './teaching/grades/tables.ts'
import * as identity from './access/identity/tables.ts'
import * as imports from './exchange/imports/tables.ts'
import * as leavings from './enrolment/leavings/tables.ts'
import * as lotteries from './enrolment/lotteries/tables.ts'
import * as messages from './communication/messages/tables.ts'
import * as oneroster from './exchange/oneroster/tables.ts'
import * as parents from './people/parents/tables.ts'
import * as payments from './money/payments/tables.ts'
import * as placements from './enrolment/placements/tables.ts'
import * as policies from './school/policies/tables.ts'
import * as prices from './money/prices/tables.ts'
import * as promotions from './enrolment/promotions/tables.ts'
import * as push from './access/push/tables.ts'
import * as students from './people/students/tables.ts'
import * as teachers from './people/teachers/tables.ts'
import * as terms from './school/terms/tables.ts'
import * as users from './access/users/tables.ts'
import * as views from './access/views/tables.ts'
import * as visits from './enrolment/visits/tables.ts'
import * as volunteers from './communication/volunteers/tables.ts'
import * as windows from './enrolment/windows/tables.ts'

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
