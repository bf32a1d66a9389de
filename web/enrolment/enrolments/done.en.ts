/** Texts of the last page of a registration. */
export const messages = {
  done: {
    title: 'Your registration is in',
    lead: 'We’ve also emailed this to {email}.',
    leadKept: 'This school doesn’t send email yet. You’ll find all of this on your home page.',
    leadDemo: 'The email to {email} is in the demo’s mailbox.',
    outcomes: 'Classes',
    outcome: {
      seat: 'Enrolled',
      waitlist: 'Waitlist',
      approval: 'Needs approval',
      lottery: 'In the lottery',
    },
    position: 'Waitlist, number {n}',
    invoice: 'Invoice {number}',
    next: 'What happens next',
    dueOn: 'Due {day}',
    howToPay: 'See how to pay',
    paysAll: 'This pays your whole balance, not just this invoice.',
    nextPay: 'Pay {amount} for this registration by {day}. Your home page shows your balance.',
    nextWaitlist: 'We’ll email you when a spot opens. Waiting costs nothing.',
    nextWaitlistKept: 'Your home page shows when a spot opens. Waiting costs nothing.',
    nextDraw: 'Your home page shows when the lottery is. You can reorder your choices there until entries close.',
    nextApproval: 'The school will review the classes that need approval and email you.',
    nextApprovalKept: 'The school will review the classes that need approval. Your home page shows the answer.',
    nextStart: 'Your home page shows rooms, times and messages for your children.',
    toStart: 'Go to your home page',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    done: typeof messages
  }
}
