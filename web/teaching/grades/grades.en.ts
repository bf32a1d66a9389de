/** What families read about grades. */
export const messages = {
  grades: {
    title: 'Grades',
    none: 'No grades yet. When a teacher releases some, they stand here.',
    noneInClass: 'Nothing released yet.',
    soFar: 'So far',
    outOf: '{points} of {max}',
    excused: 'Excused',
    removed: 'Taken out',
    dropped: 'Lowest, does not count',
    weight: '{percent} of the result',
    dropLowest: '{n, plural, one {the lowest does not count} other {the # lowest do not count}}',
    noScores: 'No grades yet',
    amended: 'Changed on {day}: {reason}',
    planChanged: 'How the class is graded was changed on {day}: {reason}',
    how: 'Within a part every grade counts the same. Parts without grades do not count yet.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    grades: typeof messages
  }
}
