import { areaReaches } from '#contract/areas.ts'
import type { FunctionName } from '#contract/index.ts'
import type { ListKey } from '#contract/office/dashboard.ts'
import type { Actor } from '#server/platform/actor.ts'
import { everything, nothing, scope, type Scope } from '#server/platform/scope.ts'

/** The dashboard, for the office only. */
export const officeRows = (actor: Actor): Scope<'dashboard'> =>
  scope('dashboard', actor, { admin: everything, parent: nothing, teacher: nothing })

/** The function that shows the same data. A caller who may not call it gets neither number nor list. */
const listNeeds: Record<ListKey, FunctionName> = {
  away: 'teachers-list',
  rolls: 'absences-roll',
  failed: 'messages-outbox',
  backups: 'backups-status',
  ledgers: 'payments-households',
  records: 'jobs-status',
  jobs: 'jobs-status',
  approvals: 'applications-list',
  requests: 'parents-requests',
  leavings: 'leavings-requests',
  absences: 'absences-notices',
  custody: 'students-homes',
  threads: 'messages-threads',
  offers: 'enrolments-waitlist',
  urgent: 'messages-delivery',
  refunds: 'payments-refunds',
  overdue: 'payments-households',
  lapsed: 'promotions-get',
  promotions: 'promotions-list',
  imports: 'imports-list',
  documents: 'documents-list',
  duplicates: 'duplicates-list',
  below: 'classes-list',
  contacts: 'parents-list',
  never: 'parents-list',
  unverified: 'users-list',
  expiring: 'users-list',
  claims: 'claims-list',
  begun: 'enrolments-abandoned',
  students: 'students-list',
  families: 'parents-list',
  places: 'students-list',
  openings: 'classes-list',
  waiting: 'students-list',
  held: 'students-list',
  newcomers: 'students-list',
  returning: 'students-list',
  gone: 'students-list',
  charged: 'payments-households',
  paid: 'payments-households',
  owed: 'payments-households',
  unpaid: 'payments-households',
  class: 'students-list',
  absent: 'absences-roll',
  due: 'payments-households',
  received: 'payments-households',
}

/** True where an administrator's area may read what a list shows: a treasurer sees money, not rolls. */
export const reaches = (actor: Actor, key: ListKey): boolean => areaReaches(actor.area, listNeeds[key], 'read')
