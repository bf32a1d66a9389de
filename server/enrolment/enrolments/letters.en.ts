export const messages = {
  registered: {
    subject: 'Your registration at {school}',
    opening: 'Dear {name}, thank you for registering. This is what we noted:',
    seat: '{child}: a place in {section}',
    approval: '{child}: {section}, once the office has approved it',
    lottery: '{child}: takes part in the draw for {section}',
    waitlist: '{child}: number {position} on the waitlist of {section}. We write to you when a place becomes free.',
    invoice: 'Invoice {number}: {amount}, due {day}. Open Payments to pay it.',
    link: 'Open your start page',
  },
  decided: {
    subject: '{child} and {section}',
    approved: '{child} has a place in {section}: the office has approved it.',
    declined: '{child} can’t have the place in {section}.',
    withdrawn: '{child} no longer attends {section}.',
    dropped: 'The place of {child} in {section} has ended.',
    waiting: '{section} is full, so {child} is on its waitlist now. We write to you when a place becomes free.',
    offered:
      'A place in {section} has become free for {child}. Please take it or decline it on your start page: others wait, too.',
    until: 'The place is kept for you until {time}, by the school’s clock. Then it goes to the next in line.',
    expired:
      'The place in {section} that was kept for {child} was not taken in time, so it has gone to the next in line.',
    removed: '{child} is no longer on the waitlist of {section}.',
    accepted: '{child} has a place in {section}.',
    opening: 'Dear {name},',
    note: 'The office adds: {note}',
    link: 'Open your start page',
  },
} as const
