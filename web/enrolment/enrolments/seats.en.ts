/** Seats in carts, and places in line, as families see them. */
export const messages = {
  seats: {
    held: '{n, plural, one {Your seat is held} other {Your # seats are held}}',
    timeLeft: 'Time left',
    heldUntil: '{n, plural, one {Your seat is held} other {Your # seats are held}} until {time}.',
    minutesLeft: '{n, plural, one {One minute} other {# minutes}} left. Then your seats go back to everybody.',
    more: 'Hold {n, plural, one {# minute} other {# minutes}} longer',
    lapsed: 'The time is up, so your seats went back to everybody.',
    again: 'Hold them again',
    until: 'Kept for you until {time}.',
    left: {
      days: '{n, plural, one {# day} other {# days}} left',
      hours: '{n, plural, one {# hour} other {# hours}} left',
      minutes: '{n, plural, one {# minute} other {# minutes}} left',
      over: 'The time is over',
    },
    next: 'Then it goes to the next in line.',
    clash: '{child} has {classes} at that time. Leave that class first, or decline this place.',
    clashOne:
      '{child} has {classes} at that time. Leave it for this place in one step: you see what that comes to before you confirm.',
    takeAndLeave: 'Take it and leave {section}',
    asked: 'The office has your request. The seat stays kept for you until it has answered.',
    price: { books: 'Books', registration: 'Registration fee', total: 'On your account' },
    lineTitle: 'In line',
    lineRow: 'Number {position} for {section}',
    why: {
      sibling: 'Ahead because a brother or sister is in the program',
      returning: 'Ahead because {child} was with us before',
      staff: 'Ahead because a parent works here',
    },
    joined: 'Waiting since {day}',
    leave: 'Leave the line',
    leaveAbout: 'Leave the line for {section}: {child}',
    leaveTitle: 'Leave the line for {section}?',
    leaveText: '{child} gives up number {position}. If you join again, you start at the end.',
    leaveVerb: 'Give up the place in line',
    gone: '{child} is no longer in line for {section}.',
    rule: 'First in line: {list}; then who joined earlier.',
    ruleByTime: 'Who joined earlier is first in line.',
    ruleHours: 'A place that becomes free is kept for the first in line for {n, plural, one {# hour} other {# hours}}.',
    priorities: {
      sibling: 'children with a brother or sister in the program',
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
