/** Held seats and waitlist positions, as families see them. */
export const messages = {
  seats: {
    held: '{n, plural, one {Your spot is held} other {Your # spots are held}}',
    timeLeft: 'Time left',
    heldUntil: '{n, plural, one {Your spot is held} other {Your # spots are held}} until {time}.',
    minutesLeft: '{n, plural, one {One minute} other {# minutes}} left. Then your spots are released.',
    more: 'Hold {n, plural, one {# minute} other {# minutes}} longer',
    lapsed: 'Time’s up, and your spots were released.',
    again: 'Hold them again',
    until: 'Held for you until {time}.',
    left: {
      days: '{n, plural, one {# day} other {# days}} left',
      hours: '{n, plural, one {# hour} other {# hours}} left',
      minutes: '{n, plural, one {# minute} other {# minutes}} left',
    },
    expired: 'The offer has expired, so the spot is no longer held for you.',
    next: '{left}. Then it goes to the next on the waitlist.',
    clash: '{child} has {classes} at that time. Leave that class first, or decline this spot.',
    clashOne:
      '{child} has {classes} at that time. You can leave it and take this spot in one step. You’ll see the cost before you confirm.',
    takeAndLeave: 'Accept and leave {section}',
    asked: 'The office has your request. Your spot is held until it answers.',
    price: { books: 'Books', registration: 'Registration fee', total: 'Charged to your account' },
    lineTitle: 'Waitlists',
    lineRow: 'Number {position} for {section}',
    why: {
      sibling: 'Priority: a sibling is in the program',
      returning: 'Priority: {child} was with us before',
      staff: 'Priority: a parent works here',
    },
    joined: 'Waiting since {day}',
    leave: 'Leave the waitlist',
    leaveAbout: 'Leave the waitlist for {section}: {child}',
    leaveTitle: 'Leave the waitlist for {section}?',
    leaveText: '{child} gives up number {position}. If you join again, the new date of joining counts.',
    leaveVerb: 'Leave the waitlist',
    gone: '{child} is no longer on the waitlist for {section}.',
    rule: 'Order: {list}; then by who joined earlier.',
    ruleByTime: 'Families who joined earlier go first.',
    ruleHours:
      'When a spot opens, it’s held for the first on the waitlist for {n, plural, one {# hour} other {# hours}}.',
    priorities: {
      sibling: 'children with a sibling in the program',
      returning: 'students who were with us before',
      staff: 'children of staff',
    },
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    seats: typeof messages
  }
}
