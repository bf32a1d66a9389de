/** Seats and places in line, as the office sees them. */
export const messages = {
  seatRules: {
    lead: 'How long seats wait for families, and who gets a seat that becomes free. Families can read the order where they join a line.',
    hold: 'While a family registers',
    holdMinutes: 'Minutes that the seats in a cart are held',
    holdHint: 'From 5 to 60. A family can ask for {n, plural, one {# minute} other {# minutes}} more, once.',
    offers: 'When a seat becomes free',
    offersByItself: 'Offer it to the first in line at once',
    offersByHand: 'Off: the office offers each spot itself, to the first in line.',
    offerHours: 'Hours to answer',
    offerHint: 'From 1 to 336, which is two weeks. Then the seat passes to the next in line.',
    order: 'Who is first in line',
    orderHint: 'Those who meet the first of these go before all who don’t. Then the time they joined decides.',
    priorities: {
      sibling: 'A brother or sister is in the class or its program',
      returning: 'Was a student in an earlier term',
      staff: 'A parent works at the school',
    },
    up: 'Move up: {name}',
    down: 'Move down: {name}',
    example: 'How a line would stand',
    exampleLead: 'Four families who join one after the other. Those who wait already keep their places.',
    joined: 'joined as number {n}',
    examples: {
      none: 'A new family',
      sibling: 'A family with a child in the class',
      returning: 'A student of last year',
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
        'The family gets an email and has {n, plural, one {# hour} other {# hours}} to answer. After that, the spot passes to the next in line.',
      accept: 'Give the spot to {name}?',
      acceptHint: 'The family gets an email, and the class goes on its account.',
      remove: 'Take {name} off the waitlist?',
      removeHint: 'The family gets an email. Joining again later means the end of the line.',
      price: '{amount} go on the account with the spot.',
    },
    waiters: {
      caption: 'Students who wait for a spot',
      student: 'Student',
      class: 'Class',
      position: 'Position',
      since: 'Since',
      count: '{n, plural, =0 {Nobody waits} one {# place in line} other {# places in line}}',
      none: 'Nobody waits for a spot.',
      noneMatch: 'Nobody who waits matches.',
    },
    past: 'What became of earlier places',
    pastNone: 'Nobody has left this line yet.',
    pastOffered: 'offered {day}',
    status: {
      waiting: 'Waiting',
      offered: 'Place offered',
      accepted: 'Took the place',
      declined: 'Declined',
      expired: 'Did not answer in time',
      removed: 'Left the line',
    },
    byItselfNote: 'Free seats are offered to the first in line at once, for {n, plural, one {# hour} other {# hours}}.',
    byHandNote: 'Free seats wait here until the office offers them.',
    change: 'Change the rule',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    seatRules: typeof messages
  }
}
