/** Shown to people who wait for an email from a school that sends none. */
export const messages = {
  keptMail: {
    contact: 'Ask the office: {contact}',
    noContact: 'Ask the school’s office.',
    verifyTitle: 'One more step',
    verifyLead: 'The school office will confirm your email address, {email}. Then this page continues automatically.',
    verifyDemo: 'This is a demo: the link for {email} is in its mailbox. Open it there and this page continues.',
    noLink: 'This school doesn’t send email yet, so there is no link to get. Sign in with your password.',
    noReset: 'This school doesn’t send email yet, so it can’t send you a link for a new password.',
    mailbox: 'Open the demo’s mailbox',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    keptMail: typeof messages
  }
}
