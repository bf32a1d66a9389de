export const messages = {
  calledOff: {
    off: 'No lessons on {day}: {what}',
    on: 'Lessons on {day} take place after all: {what}',
    opening: 'Dear {name}, the lessons on {day} are canceled.',
    lesson: 'Dear {name}, the lesson of {classes} on {day} is canceled.',
    reason: 'The reason: {reason}',
    makeUp: 'They are made up on {day}, at the usual hour.',
    credit: 'You get {sum} back for it. It is on your account already: there is nothing to do.',
    duties: 'You had signed up for that day: {names}. You need not come.',
    guests:
      '{names} was to visit that day. Choose another day on your start page, or take back what was charged for the visit. If you choose nothing until {until}, the money comes back by itself.',
    guestsAgain:
      'The visit of {names} is on that day again. If it does not suit you any more, take it back on your start page.',
    again: 'Dear {name}, the lessons on {day} take place after all, at the usual hour.',
    lessonAgain: 'Dear {name}, the lesson of {classes} on {day} takes place after all, at the usual hour.',
    noMakeUp: 'So there are no lessons to make up on {day}.',
    creditBack: 'The {sum} that you were given back for it are charged again.',
    dutiesBack: 'You are signed up again for: {names}. If you can’t come any more, please take your name off the list.',
    link: 'See your next lessons',
  },
  closed: {
    subject: '{section} does not take place · {school}',
    opening: 'Dear {name}, we are sorry: {section} does not take place.',
    reason: 'The reason: {reason}',
    students: 'The place of {names} in {section} has ended.',
    waiting: '{names}: the place on the waiting list of {section} has ended, too.',
    guests: 'The visit of {names} to {section} has ended, too.',
    left: 'Charges for the remaining lessons were reversed: {sum}. What you had paid is now credit on your account. Ask the office if you would rather have a refund.',
    all: 'All charges for it were reversed: {sum}. What you had paid is now credit on your account. Ask the office if you would rather have a refund.',
    offer: 'We keep a seat in {section} for {student} until {until}. Take it or decline it on your start page.',
    link: 'Open your start page',
  },
} as const
