/** Every kind of background work, by the name of its job: screens say what each does. */
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

/** Why background work failed: the database or another service didn't answer, the server stopped, or something else. */
export const jobProblems = ['database', 'network', 'ended', 'other'] as const
export type JobProblem = (typeof jobProblems)[number]

/** How many of each kind are listed at most, the newest first; counts are of all. */
export const mostFailures = 100
/** For so long failed emails and large sendings are listed. */
export const sendingDays = 30
