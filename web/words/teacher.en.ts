/** Words of the teachers' screens: one group of keys per screen or slice. */
export const messages = {
  teaching: {
    title: 'Today',
    today: 'Your classes today',
    next: 'Next: {day}',
    missing: 'Rolls still to take',
    missingCount: '{n, plural, one {# roll is missing} other {# rolls are missing}}',
    missingText: 'Families see attendance once the roll is taken.',
    free: 'You have no classes on the timetable at the moment.',
    classList: 'Class lists',
    gradeBook: 'Grade book',
    ill: {
      today: 'I’m ill today',
      on: 'I’m ill on {day}',
      ask: 'Tell the office that you’re ill?',
      affected: '{n, plural, one {This lesson is} other {These # lessons are}} without you on {day}:',
      tell: 'Tell the office',
      known: 'You’re ill',
      since: 'The office knows since {at}.',
      back: 'I can teach after all',
      taken: 'The office knows that you can teach',
    },
    unsent: 'Marks that are not sent yet',
    unsentOf: '{n, plural, one {One roll has marks} other {# rolls have marks}} that the school doesn’t have yet.',
    openRoll: 'Open the roll',
    all: 'Your day',
  },
  meetings: {
    take: 'Take roll call',
    change: 'Open the roll',
    who: 'See the class',
    taken: '{here} here, {away} away',
    students: '{n, plural, one {# student} other {# students}}',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    teacher: typeof messages
  }
}
