/** Words of the way in which letters reach people. */
export const messages = {
  schoolMail: {
    how: 'How email reaches people',
    smtp: 'A mail server sends it, from {from}.',
    fixed:
      'The person who runs this installation has set the server with SMTP_URL. That setting comes first, so it can’t be changed here.',
    demo: 'This is a demo: emails are kept in its mailbox, and nobody receives them.',
    mailbox: 'Open the mailbox',
    open: 'Choose one. Until then emails are kept, and nobody receives them.',
    way: {
      server: 'A mail server sends it',
      serverHint: 'Your email provider tells you the server, the account and the password.',
      hand: 'We hand links over ourselves',
      handHint:
        'No email goes out. You copy invitation links, confirm addresses and read the emails that were kept. People who forget their password can’t get a new one this way.',
    },
    host: 'Server',
    hostHint: 'For example smtp.example.org',
    port: 'Port',
    portHint: '465 or 587',
    account: 'Account',
    accountHint: 'Often the email address. Empty if the server asks for no sign-in.',
    password: 'Password',
    passwordHint: 'Kept sealed. It is never shown again.',
    passwordKept: 'A password is kept. Leave this empty to keep it.',
    senderName: 'Sender’s name',
    senderAddress: 'Sender’s address',
    save: 'Save',
    saved: 'Saved. It counts from now on.',
    savedServer: 'Saved. Send a test email to see whether it works.',
    notResent: 'Emails kept so far are not sent later.',
    week: 'in the last seven days',
    status: { sent: 'Sent', kept: 'Kept', queued: 'On their way', failed: 'Failed' },
    lastError: 'The mail server last said:',
    test: 'Send a test',
    to: 'To',
    send: 'Send test email',
    look: 'Look again',
    result: {
      sent: 'It works: the mail server accepted the email to {to}. If it doesn’t arrive, check the spam folder.',
      queued: 'The email to {to} is on its way to the mail server.',
      failed: 'The email to {to} didn’t go out.',
      kept: 'The email to {to} is kept here, since no mail server is set up.',
    },
    problem: {
      password: 'The mail server doesn’t accept the account or the password.',
      unknown: 'There is no server of this name. Check the spelling.',
      unreachable: 'The mail server doesn’t answer. Check server and port.',
      tls: 'No secure connection to the mail server is possible. Check the port: 465 and 587 are usual.',
      private:
        'This server is not on the internet. The person who runs this installation can allow it with PRIVATE_HOSTS.',
      refused: 'The mail server doesn’t accept the sender or the recipient.',
      other: 'The mail server refused the email.',
    },
    outbox: 'Every email sent',
    keptOutbox: 'Read the emails that were kept',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    schoolMail: typeof messages
  }
}
