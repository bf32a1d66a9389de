/** Texts of the teachers' screens: one group of keys per screen or slice. */
export const messages = {
  teaching: {
    title: 'Today',
    today: 'Your classes today',
    next: 'Next: {day}',
    missing: 'Attendance to take',
    missingCount: '{n, plural, one {# lesson without attendance} other {# lessons without attendance}}',
    missingText: 'Families see attendance once you’ve taken it.',
    free: 'You have no classes scheduled right now.',
    classList: 'Class lists',
    gradeBook: 'Grade book',
    ill: {
      today: 'I’m sick today',
      on: 'I’m sick on {day}',
      ask: 'Tell the office you’re sick?',
      affected: 'You’ll miss {n, plural, one {this lesson} other {these # lessons}} on {day}:',
      tell: 'Tell the office',
      known: 'You’re out sick',
      since: 'The office was told at {at}.',
      back: 'I can teach after all',
      taken: 'The office knows you can teach',
    },
    unsent: 'Unsent marks',
    unsentOf: '{n, plural, one {One lesson has} other {# lessons have}} unsent marks.',
    openRoll: 'Open attendance',
    lost: 'The lesson is canceled or no longer yours. Tell the office.',
    all: 'Your day',
  },
  meetings: {
    take: 'Take attendance',
    change: 'Open attendance',
    who: 'See class',
    taken: '{here} here, {away} away',
    students: '{n, plural, one {# student} other {# students}}',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    teacher: typeof messages
  }
}
