/** Words of the finder, which leads to the right class in a few questions. */
export const messages = {
  finder: {
    title: {
      born: 'Who is the class for?',
      level: 'How much do they know?',
      day: 'Which day suits you?',
      fits: 'What fits',
    },
    step: 'Question {n} of {of}',
    term: 'Classes of {term}',
    born: 'Date of birth',
    bornHint: 'The age on {day}, the first day of the term, counts.',
    noDay: 'Type day, month and year.',
    future: 'This day is still to come.',
    level: 'Level',
    anyLevel: 'We do not know yet',
    anyLevelHint: 'You see every level for this age; the school helps with placement.',
    usual: 'usual at this age',
    day: 'Day',
    anyDay: 'Any day',
    next: 'Continue',
    show: 'Show what fits',
    age: '{n, plural, one {# year} other {# years}} old when the term begins.',
    fits: '{n, plural, one {One class fits} other {# classes fit}}',
    more: 'Also for this age',
    anyLevelList: 'For this age, at other levels',
    near: 'Nearest with places',
    nothing: 'No class fits all of this.',
    full: 'It is full. You can join the waitlist, or look at the nearest ones with places.',
    older: '{n, plural, one {For children one year older} other {For children # years older}}',
    younger: '{n, plural, one {For children one year younger} other {For children # years younger}}',
    otherLevel: 'Another level',
    free: 'Free of charge',
    register: 'Register',
    registerFor: 'Register for {name}',
    wait: 'Waitlist',
    waitFor: 'Join the waitlist of {name}',
    again: 'Ask again',
    seeAll: 'See them in the list',
    ask: 'Ask the school office, which knows what is planned:',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    finder: typeof messages
  }
}
