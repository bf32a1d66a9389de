/** What a planner has to know: when teachers can't teach, and how siblings' classes fit together. */
export const messages = {
  planning: {
    busy: {
      title: 'Times you can’t teach',
      officeTitle: 'Can’t teach at these times',
      hint: 'The office sees these when planning classes.',
      officeHint: 'You’ll see a warning when you plan a class at these times.',
      none: 'No times yet.',
      change: 'Edit times',
      add: 'Add a time',
      remove: 'Remove time',
      removeNamed: 'Remove {time}',
      nr: 'Time {n}',
      weekday: 'Day',
      startsAt: 'From',
      endsAt: 'To',
      note: 'Reason',
      save: 'Save times',
      saved: 'Times saved.',
    },
    family: {
      double: '{child} has {class} at the same time.',
      handover:
        '{n, plural, =0 {No break} one {Only # minute} other {Only # minutes}} between this and {child}’s {class}: too short to drop off one child and pick up the other.',
      gap: '{n, plural, one {# minute} other {# minutes}} between this and {child}’s {class}.',
      days: 'This is on a different day from {child}’s {class}.',
      siblings: 'Siblings',
      sibling: '{child}: {class}, {when}',
      waits:
        '{n, plural, =0 {No waiting for the family that day.} one {The family waits # minute that day.} other {The family waits # minutes in total that day.}}',
      impossible:
        'This conflicts with the children’s other classes: the times overlap or leave too little time for drop-off and pick-up.',
      isLeast: 'Of this course’s classes, this one has the least waiting.',
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
