/** Every kind of background job, by name. Screens describe what each does. */
export const jobNames = [
  'audit-seal',
  'audit-tell-exports',
  'backups-due',
  'backups-take',
  'cancellations-tell',
  'cards-open',
  'cards-refund',
  'cards-refundLeft',
  'claims-forget',
  'claims-seek',
  'config-clean-up',
  'config-sendTest',
  'dashboard-check',
  'enrolments-free-lapsed',
  'events-tell-cancelled',
  'identity-invite',
  'identity-inviteMany',
  'imports-remove-old-drafts',
  'lotteries-close',
  'lotteries-finish',
  'mail-blank-expired',
  'mail-send',
  'mail-send-many',
  'messages-deliver',
  'payments-check',
  'push-forget',
  'push-send',
  'visits-end-unchosen',
] as const
export type JobName = (typeof jobNames)[number]

/** Why a job failed: the database or another service did not respond, the server stopped, or something else. */
export const jobProblems = ['database', 'network', 'ended', 'other'] as const
export type JobProblem = (typeof jobProblems)[number]

/** The maximum number of failures listed per kind, newest first. Counts include all. */
export const mostFailures = 100
/** The number of days for which failed emails and bulk sendings are listed. */
export const sendingDays = 30
