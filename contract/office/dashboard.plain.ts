import type { FunctionName } from '../index.ts'

/** What may need the office's attention, most urgent first. */
export const attentionKeys = [
  'away',
  'custody',
  'rolls',
  'failed',
  'backups',
  'ledgers',
  'records',
  'jobs',
  'approvals',
  'requests',
  'leavings',
  'claims',
  'absences',
  'threads',
  'offers',
  'urgent',
  'refunds',
  'overdue',
  'lapsed',
  'promotions',
  'imports',
  'documents',
  'duplicates',
  'begun',
  'below',
  'never',
  'unverified',
  'expiring',
] as const
export type AttentionKey = (typeof attentionKeys)[number]
/** The items that can’t wait until tomorrow. */
export const pressingKeys: readonly AttentionKey[] = attentionKeys.slice(0, attentionKeys.indexOf('threads') + 1)

/**
 * The figures of a term. Those about money are in minor units, `openings` counts seats, the others count students or
 * families.
 */
export const figureKeys = [
  'students',
  'families',
  'places',
  'openings',
  'waiting',
  'held',
  'newcomers',
  'returning',
  'gone',
  'charged',
  'paid',
  'owed',
  'unpaid',
] as const
export type FigureKey = (typeof figureKeys)[number]

/** The attention lists that are counted in money. */
export const moneyLists: readonly AttentionKey[] = ['refunds', 'overdue']

/** The lists behind single data points of the charts. */
export const cellKeys = ['class', 'absent', 'due', 'received'] as const
export type ListKey = AttentionKey | FigureKey | (typeof cellKeys)[number]
/** The function that shows the same data. A caller who may not call it gets neither number nor list. */
export const listNeeds: Record<ListKey, FunctionName> = {
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

/** What a row of a list refers to, and so where it links to. */
export const listTargets = [
  'student',
  'family',
  'account',
  'class',
  'lesson',
  'roll',
  'mail',
  'notice',
  'thread',
  'user',
  'promotion',
  'import',
  'sameFamily',
  'sameStudent',
  'sameAdult',
  'backups',
  'jobs',
] as const

/** The faults that the nightly check of records can find: what a row of `records` is about. */
export const recordFaultKinds = [
  'class-beyond-capacity',
  'two-places-in-class',
  'place-without-class',
  'invoice-lines',
  'file-changed',
  'reference',
] as const
export type RecordFaultKind = (typeof recordFaultKinds)[number]
