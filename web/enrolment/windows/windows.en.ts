/** Words of registration windows and of the suggested times: for the office, the start page and the registration. */
export const messages = {
  windows: {
    audience: {
      staff: 'Staff and helpers',
      current: 'Current families',
      all: 'Everybody',
    },
    office: {
      title: 'When registration opens',
      lead: 'The classes can be seen before. Without windows everybody registers as soon as the term is open.',
      none: 'For everybody at once',
      byWindows: 'One group after the other',
      way: 'Registration for {term} opens',
      day: 'Day',
      time: 'Time',
      hint: {
        staff: 'Families with somebody who teaches or works in the office, and those named below.',
        current: 'Families with a child in a class of this term or of one before it, and those named below.',
        all: 'Every family, new ones too.',
      },
      addresses: {
        staff: 'Also with the staff',
        current: 'Also with the current families',
      },
      addressesHint: {
        staff: 'Email addresses, one a line: room parents, helpers.',
        current: 'Email addresses, one a line: families of your lists from before Lantern.',
      },
      save: 'Save windows',
      saved: 'Windows of {term} saved',
      cleared: '{term} opens for everybody at once',
      column: 'Registration opens',
      open: 'when the term does',
    },
    family: {
      soon: 'Registration for {term} opens for you',
      when: '{day} at {time}',
      why: {
        staff: 'You register with the staff.',
        current: 'You register with the current families.',
        all: 'On that day it opens for everybody.',
      },
      meanwhile: 'Prepare everything now: your classes wait in the cart, and sending takes a minute.',
      prepare: 'Prepare the registration',
      notice: 'Registration opens for your family on {day} at {time}.',
      noticeMore: 'Until then you can choose and prepare everything; seats and prices are given from that hour on.',
    },
  },
  conflicts: {
    title: '{n, plural, one {# thing does not go together} other {# things do not go together}}',
    thisClass: 'This class',
    room: '{a} and {b} are both in {what} ({when}).',
    teacher: '{a} and {b} both need {who} ({when}).',
    student:
      '{n, plural, one {A student is in both {a} and {b} ({when}): {who}.} other {# students are in both {a} and {b} ({when}): {who}.}}',
    busy: '{who} can’t teach at that time ({when}, {a}).',
    sibling:
      '{n, plural, one {The family of {who} could not bring and fetch its children in time, or would wait over an hour ({when}).} other {The families of # students could not bring and fetch their children in time, or would wait over an hour ({when}): {who}.}}',
    small: '{a} has places for {n}, but {what} has {seats, plural, one {# seat} other {# seats}}.',
    more: '{n, number} more',
    rest: '{n, plural, one {# more} other {# more}}',
  },
  suggest: {
    open: 'Suggest times for all of them',
    openOne: 'Suggest times',
    lead: 'Say what each of them should have. We look for the classes with places that go together with the least waiting.',
    what: 'What should {name} have?',
    nothing: 'Nothing',
    any: 'Any class of {programme}',
    look: 'Find times',
    chooseFirst: 'Choose at least one thing.',
    noneFits: 'No class with a place is for {name}’s age.',
    result: 'What goes together',
    waitingNone: 'Nobody waits.',
    waiting: '{minutes} of waiting in all',
    unmet: '{programme} for {name} does not go together with the rest.',
    day: '{weekday}, {from} to {to}',
    waits: 'waits {minutes}',
    free: 'no waiting',
    minutes: '{n, plural, one {# minute} other {# minutes}}',
    take: 'Take these classes',
    taken: 'These classes are chosen now',
    back: 'Other wishes',
    nothingGoes: 'None of these classes go together. Try other wishes.',
    cutShort: 'There are very many possibilities; there may be a better one.',
    replaces: 'What is chosen now is replaced.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    windows: typeof messages
  }
}
