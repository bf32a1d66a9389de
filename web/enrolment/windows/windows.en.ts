/** Texts of registration windows and of the suggested times: for the office, the front page and registration. */
export const messages = {
  windows: {
    audience: {
      staff: 'Staff and helpers',
      current: 'Current families',
      all: 'Everyone',
    },
    office: {
      title: 'When registration opens',
      lead: 'Families can see classes before then. Without windows, everyone can register as soon as the term opens.',
      none: 'For everyone at once',
      byWindows: 'One group after another',
      way: 'Registration for {term} opens',
      day: 'Day',
      time: 'Time',
      hint: {
        staff: 'Families of teachers and office staff, and those listed below.',
        current: 'Families with a child in this term or an earlier one, and those listed below.',
        all: 'Every family, including new ones.',
      },
      addresses: {
        staff: 'Also count as staff',
        current: 'Also count as current families',
      },
      addressesHint: {
        staff: 'Email addresses, one per line: room parents, helpers.',
        current: 'Email addresses, one per line: families from before you used Lantern.',
      },
      save: 'Save windows',
      saved: 'Windows of {term} saved',
      cleared: '{term} opens for everyone at once',
      column: 'Registration opens',
      open: 'when the term does',
    },
    family: {
      soon: 'Registration for {term} opens for you',
      when: '{day} at {time}',
      why: {
        staff: 'You can register with staff.',
        current: 'You can register with current families.',
        all: 'It opens for everyone that day.',
      },
      meanwhile: 'Prepare everything now. Your classes wait in the cart, and sending takes a minute.',
      prepare: 'Prepare your registration',
      notice: 'Registration opens for your family on {day} at {time}.',
      noticeMore: 'Until then, you can prepare everything. Spots are given and prices set from that time.',
    },
  },
  conflicts: {
    title: '{n, plural, one {# conflict} other {# conflicts}}',
    thisClass: 'This class',
    room: '{a} and {b} are both in {what} ({when}).',
    teacher: '{a} and {b} both need {who} ({when}).',
    student:
      '{n, plural, one {A student is in both {a} and {b} ({when}): {who}.} other {# students are in both {a} and {b} ({when}): {who}.}}',
    busy: '{who} can’t teach at that time ({when}, {a}).',
    sibling:
      '{n, plural, one {{who}’s family couldn’t drop off and pick up in time, or would wait over an hour ({when}).} other {The families of # students couldn’t drop off and pick up in time, or would wait over an hour ({when}): {who}.}}',
    small: '{a} has {n} spots, but {what} fits {seats, number}.',
    more: '{n, number} more',
    rest: '{n, plural, one {# more} other {# more}}',
  },
  suggest: {
    open: 'Suggest a schedule for everyone',
    openOne: 'Suggest a schedule',
    lead: 'Choose what each child should take. We’ll find classes with spots that fit together with the least waiting.',
    what: 'What should {name} take?',
    nothing: 'Nothing',
    any: 'Any {programme} class',
    look: 'Find times',
    chooseFirst: 'Choose at least one thing.',
    noneFits: 'No class with a spot fits {name}’s age.',
    result: 'Suggested schedule',
    waitingNone: 'No waiting.',
    waiting: '{minutes} of waiting in all',
    unmet: '{programme} for {name} doesn’t fit with the rest.',
    day: '{weekday}, {from} to {to}',
    waits: 'waits {minutes}',
    free: 'no waiting',
    minutes: '{n, plural, one {# minute} other {# minutes}}',
    take: 'Choose these classes',
    taken: 'Classes chosen',
    back: 'Change choices',
    nothingGoes: 'None of these classes fit together. Try other choices.',
    cutShort: 'There are very many combinations. There may be a better one.',
    replaces: 'This replaces your current choices.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    windows: typeof messages
  }
}
