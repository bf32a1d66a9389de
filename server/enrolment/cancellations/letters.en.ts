export const messages = {
  calledOff: {
    off: 'No lessons on {day}: {what}',
    on: 'Lessons on {day} are back on: {what}',
    lessonOff: 'No {what} on {day}',
    lessonOn: '{what} on {day} is back on',
    opening: 'Dear {name}, the lessons on {day} are canceled.',
    lesson: 'Dear {name}, the {classes} lesson on {day} is canceled.',
    reason: 'Reason: {reason}',
    makeUp: 'We’ll make this up on {day}, at the usual time.',
    credit: '{sum} was credited to your account for it. You don’t need to do anything.',
    duties: 'You had signed up to help that day: {names}. You don’t need to come.',
    guests:
      '{names} had a visit planned for that day. Choose another day on your home page, or ask for a credit. If you don’t choose by {until}, we’ll credit your account automatically.',
    guestsFree:
      '{names} had a visit planned for that day. Choose another day on your home page by {until}, or cancel the visit.',
    guestsAgain:
      'The visit of {names} is on that day again. If that no longer works for you, cancel it on your home page.',
    again: 'Dear {name}, the lessons on {day} are back on, at the usual time.',
    lessonAgain: 'Dear {name}, the {classes} lesson on {day} is back on, at the usual time.',
    noMakeUp: 'So there is no make-up lesson on {day}.',
    creditBack: 'The credit of {sum} for it was reversed.',
    dutiesBack: 'You are signed up again for: {names}. If you can no longer come, please take your name off the list.',
    link: 'See your next lessons',
  },
  closed: {
    subject: '{section} is canceled · {school}',
    opening: 'Dear {name}, we are sorry: {section} is canceled.',
    reason: 'Reason: {reason}',
    students: 'No longer enrolled in {section}: {names}.',
    waiting: 'No longer on the waitlist for {section}: {names}.',
    guests: 'The visit of {names} to {section} is canceled, too.',
    left: 'Charges for the remaining lessons were reversed: {sum}. Anything you’ve paid toward them goes to your other charges or stays as credit. Ask the office if you’d rather have a refund.',
    all: 'All charges for it were reversed: {sum}. Anything you’ve paid toward them goes to your other charges or stays as credit. Ask the office if you’d rather have a refund.',
    offer: 'We’re holding a spot in {section} for {student} until {until}. Accept or decline it on your home page.',
    link: 'Open your home page',
  },
  kept: '{description}: lessons that took place',
} as const
