/** What a planner has to know: when teachers can't teach, and how the classes of siblings go together. */
export const messages = {
  planning: {
    busy: {
      title: 'Times at which you can’t teach',
      officeTitle: 'Can’t teach at these times',
      hint: 'The office sees them when it plans classes.',
      officeHint: 'Planning a class at such a time shows it.',
      none: 'No times are named.',
      change: 'Change the times',
      add: 'Add a time',
      remove: 'Take this time off',
      removeNamed: 'Take off: {time}',
      nr: 'Time {n}',
      weekday: 'Day',
      startsAt: 'From',
      endsAt: 'To',
      note: 'Why',
      save: 'Save the times',
      saved: 'The times are saved.',
    },
    family: {
      double: '{child} has {class} at the same time.',
      handover:
        '{n, plural, =0 {No break} one {Only # minute} other {Only # minutes}} between this and {class} of {child}: too short to bring one and fetch the other.',
      gap: '{n, plural, one {# minute} other {# minutes}} without a class between this and {class} of {child}.',
      days: 'The family comes on another day only for this one: {child} has {class}.',
      siblings: 'Brothers and sisters',
      sibling: '{child}: {class}, {when}',
      waits:
        '{n, plural, =0 {The family does not wait on that day.} one {The family waits # minute on that day.} other {The family waits # minutes in all on that day.}}',
      impossible:
        'This does not go with the classes that the children have: one is at the same hour, or too close to bring and fetch.',
      isLeast: 'Of this course it is the class with the least waiting.',
      better: '{class} gives the family the least waiting ({n, plural, one {# minute} other {# minutes}}).',
      choose: 'Choose {class}',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    planning: typeof messages
  }
}
