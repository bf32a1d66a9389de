/** Texts of the office's background work page. */
export const messages = {
  jobs: {
    lead: 'Emails, refunds to cards, backups and nightly checks run in the background. What fails is tried again automatically, up to five times.',
    allWell: 'Nothing has failed.',
    failures: 'Failed work',
    mails: 'Emails that weren’t sent',
    more: 'The newest {n} of {of} are listed.',
    failedAt: 'Failed {at}',
    writtenAt: 'Written {at}',
    retry: 'Start again',
    retried: 'Started again.',
    resend: 'Send again',
    resent: 'The email waits to be sent.',
    resendAll: 'Send all again',
    resendAllHint: 'Emails that may have arrived are left out. Send those one by one.',
    resentAll:
      '{n, plural, =0 {No email to send again.} one {# email waits to be sent.} other {# emails wait to be sent.}}',
    details: 'Details for the person who runs the server',
    problem: {
      database: 'The database didn’t answer.',
      network: 'Another service couldn’t be reached.',
      ended: 'The server stopped or took too long each time.',
      other: 'Something went wrong on our side.',
    },
    mailProblem: {
      password: 'The mail server doesn’t accept the account or the password. Check Settings → Email.',
      unknown: 'There is no mail server with this name. Check Settings → Email.',
      unreachable: 'The mail server didn’t answer.',
      tls: 'Can’t connect securely to the mail server. Check Settings → Email.',
      private: 'The mail server isn’t on the internet. The person who runs the server can allow it with PRIVATE_HOSTS.',
      refused: 'The mail server doesn’t accept this address.',
      unsure:
        'The server or the connection stopped while this was handed over, so it may have arrived. Lantern doesn’t send it twice automatically. Ask, or send it again.',
      other: 'The mail server refused the email.',
    },
    sendings: 'Large mailings',
    sendingsHint:
      'Of the last 30 days, 20 emails or more at a time. They never hold up an email that someone waits for.',
    noSendings: 'None in the last 30 days.',
    progress: '{done} of {of} sent',
    waiting: '{n} waiting',
    failed: '{n} failed',
    kept: '{n} kept, no mail server is set up',
    name: {
      'audit-seal': 'Seal the list of changes',
      'audit-tell-exports': 'Tell administrators about exports',
      'backups-due': 'Check whether a backup is due',
      'backups-take': 'Take a backup',
      'cancellations-tell': 'Tell families about a canceled day',
      'cards-open': 'Open a card payment',
      'cards-refund': 'Refund to a card',
      'cards-refundLeft': 'Refund what’s left to a card',
      'claims-forget': 'Delete old family requests',
      'claims-seek': 'Find the family of a request',
      'config-clean-up': 'Delete data that has been kept long enough',
      'config-sendTest': 'Send a test email',
      'dashboard-check': 'Check spots, invoices and files',
      'enrolments-free-lapsed': 'Free spots that weren’t taken in time',
      'events-tell-cancelled': 'Tell people about a canceled event',
      'identity-invite': 'Invite a person',
      'identity-inviteMany': 'Invite several people',
      'imports-remove-old-drafts': 'Delete old imports',
      'lotteries-close': 'Close a lottery',
      'lotteries-finish': 'Finish a lottery',
      'mail-blank-expired': 'Clear expired links from emails',
      'mail-send': 'Send an email',
      'mail-send-many': 'Send an email of a mailing',
      'messages-deliver': 'Send a notice',
      'payments-check': 'Check that all accounts add up',
      'push-forget': 'Delete old notifications',
      'push-send': 'Send a notification',
      'visits-end-unchosen': 'End trial lessons that weren’t taken up',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    jobs: typeof messages
  }
}
