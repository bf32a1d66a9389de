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
  'contacts',
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
