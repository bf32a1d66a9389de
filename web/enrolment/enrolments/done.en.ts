/** Words of the last page of a registration. */
export const messages = {
  done: {
    title: 'Your registration is in',
    lead: 'We sent all of this to {email} as well.',
    leadKept: 'Keep this page or come back to your start page: this school doesn’t send email yet.',
    leadDemo: 'The email to {email} is kept in the demo’s mailbox.',
    outcomes: 'Classes',
    outcome: {
      seat: 'Enrolled',
      waitlist: 'Waitlist',
      approval: 'School confirms',
      lottery: 'In the draw',
    },
    position: 'Waitlist, number {n}',
    invoice: 'Invoice {number}',
    next: 'What comes next',
    dueOn: 'Due {day}',
    howToPay: 'See how to pay',
    nextPay: 'Pay {amount} by {day}. Your start page shows what is left to pay.',
    nextWaitlist: 'As soon as a place is free, we write to you. Until then waiting costs nothing.',
    nextDraw: 'Your start page says when the draw is. You can put your wishes in order there until it closes.',
    nextApproval: 'The school looks at the classes that it confirms and writes to you.',
    nextStart: 'Your start page shows rooms, times and messages for your children.',
    toStart: 'Go to your start page',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    done: typeof messages
  }
}
