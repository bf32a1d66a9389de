/** Seats and waitlist positions, as the office sees them. */
export const messages = {
  seatRules: {
    lead: 'How long spots are held, and who gets a spot that opens. Families see the order where they join a waitlist.',
    hold: 'While a family registers',
    holdMinutes: 'Minutes to hold spots in a cart',
    holdHint: '5 to 60. A family can ask once for {n, plural, one {# minute} other {# minutes}} more.',
    offers: 'When a spot opens',
    offersByItself: 'Offer it to the first on the waitlist right away',
    offersByHand: 'When off, the office offers each spot.',
    offerHours: 'Hours to answer',
    offerHint: '1 to 336 (two weeks). Then the spot goes to the next on the waitlist.',
    order: 'Waitlist order',
    orderHint:
      'Families who meet the first of these go first, then the second, and so on. After that, by who joined earlier.',
    priorities: {
      sibling: 'A sibling is in the class or its program',
      returning: 'Was a student in an earlier term',
      staff: 'A parent works at the school',
    },
    up: 'Move up: {name}',
    down: 'Move down: {name}',
    example: 'Example waitlist',
    exampleLead: 'Four families who join one after another. Families already waiting keep their positions.',
    joined: 'joined as number {n}',
    examples: {
      none: 'A new family',
      sibling: 'A family with a child in the class',
      returning: 'A student from last year',
      staff: 'A teacher’s child',
    },
    save: 'Save',
    saved: 'The rule is saved. It applies to everyone who joins a waitlist from now on.',
    text: 'held {minutes} min · {how}, {hours} h · {order}',
    byItself: 'offered at once',
    byHand: 'offered by the office',
    byTime: 'by time of joining',
    thenTime: '{list}, then by time',
    short: { sibling: 'siblings', returning: 'returning', staff: 'staff' },
    until: 'until {time}',
    clashes: 'Same time as {names}',
    confirm: {
      offer: 'Offer the spot to {name}?',
      offerHint:
        '{mails, select, kept {No email is sent now, so tell the family yourself. It} other {The family gets an email and}} has {n, plural, one {# hour} other {# hours}} to answer. After that, the spot goes to the next on the waitlist.',
      accept: 'Enroll {name}?',
      acceptHint:
        '{mails, select, kept {No email is sent now, so tell the family yourself. The} other {The family gets an email, and the}} class is charged to their account.',
      remove: 'Take {name} off the waitlist?',
      removeHint:
        '{mails, select, kept {No email is sent now, so tell the family yourself.} other {The family gets an email.}} If they join again, they start at the end.',
      price: '{amount} will be charged to their account.',
    },
    waiters: {
      caption: 'Students on the waitlist',
      student: 'Student',
      class: 'Class',
      position: 'Position',
      since: 'Since',
      count: '{n, plural, =0 {Nobody waiting} other {# waiting}}',
      none: 'Nobody is on a waitlist.',
      noneMatch: 'No matches.',
    },
    past: 'Past waitlist entries',
    pastNone: 'No past entries yet.',
    pastOffered: 'offered {day}',
    status: {
      waiting: 'Waiting',
      offered: 'Offered',
      accepted: 'Enrolled',
      declined: 'Declined',
      expired: 'Offer expired',
      removed: 'Removed',
    },
    byItselfNote:
      'Open spots are offered to the first on the waitlist right away, for {n, plural, one {# hour} other {# hours}}.',
    byHandNote: 'Open spots wait here until the office offers them.',
    change: 'Change the rule',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    seatRules: typeof messages
  }
}
