/** Texts of the class finder, which leads to the right class in a few questions. */
export const messages = {
  finder: {
    title: {
      born: 'Who is the class for?',
      level: 'How much do they know?',
      day: 'Which day suits you?',
      fits: 'Classes that fit',
    },
    step: 'Question {n} of {of}',
    term: 'Classes of {term}',
    born: 'Date of birth',
    bornHint: 'We use the age on {day}, the first day of the term.',
    noDay: 'Enter day, month and year.',
    future: 'This date is in the future.',
    level: 'Level',
    anyLevel: 'We don’t know yet',
    anyLevelHint: 'You’ll see every level for this age. The school helps with placement.',
    usual: 'usual at this age',
    day: 'Day',
    anyDay: 'Any day',
    next: 'Continue',
    show: 'Show what fits',
    age: '{n, plural, one {# year} other {# years}} old when the term starts.',
    fits: '{n, plural, one {One class fits} other {# classes fit}}',
    more: 'Also for this age',
    anyLevelList: 'For this age, at other levels',
    near: 'Closest with spots',
    nothing: 'No class fits all of that.',
    full: 'It’s full. You can join the waitlist, or look at similar classes with spots.',
    older: '{n, plural, one {For children one year older} other {For children # years older}}',
    younger: '{n, plural, one {For children one year younger} other {For children # years younger}}',
    otherLevel: 'Another level',
    register: 'Register',
    registerFor: 'Register for {name}',
    wait: 'Waitlist',
    waitFor: 'Join the waitlist for {name}',
    draw: 'Lottery',
    drawFor: 'Enter the lottery for {name}',
    again: 'Start over',
    seeAll: 'See them in the list',
    ask: 'Ask the school office what else is planned:',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    finder: typeof messages
  }
}
