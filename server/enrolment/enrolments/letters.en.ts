export const messages = {
  registered: {
    subject: 'Your registration at {school}',
    opening: 'Dear {name}, thank you for registering. Here is what you chose:',
    seat: '{child}: a spot in {section}',
    approval: '{child}: {section}, once the office has approved it',
    lottery: '{child}: entered in the lottery for {section}',
    waitlist: '{child}: number {position} on the waitlist for {section}. We’ll write to you when a spot opens.',
    invoice: 'Invoice {number}: {amount}, due {day}. Open Payments to pay it.',
    link: 'Open your home page',
  },
  decided: {
    subject: '{child} and {section}',
    approved: 'The office has approved it: {child} has a spot in {section}.',
    declined: 'We can’t offer {child} a spot in {section}.',
    withdrawn: '{child} is no longer enrolled in {section}.',
    dropped: '{child} no longer has a spot in {section}.',
    waiting: '{section} is full, so {child} is now on its waitlist. We’ll write to you when a spot opens.',
    offered: 'A spot in {section} is open for {child}. Please accept or decline it on your home page.',
    until: 'We’re holding the spot for you until {time}, the school’s time. Then it goes to the next on the waitlist.',
    expired:
      'The spot in {section} that we held for {child} wasn’t accepted in time, so it has gone to the next on the waitlist.',
    removed: '{child} is no longer on the waitlist for {section}.',
    accepted: '{child} has a spot in {section}.',
    opening: 'Dear {name},',
    note: 'The office adds: {note}',
    link: 'Open your home page',
  },
} as const
