/** Grades as families see them. */
export const messages = {
  grades: {
    title: 'Grades',
    print: 'Print grades',
    report: 'Grades of {name}',
    term: 'Term',
    none: 'No grades at the moment. They appear here when a teacher publishes them.',
    noneInClass: 'Nothing published yet.',
    soFar: 'So far',
    final: 'Result',
    left: 'Left on {day}',
    untilLeft: 'Until then',
    outOf: '{points} of {max}',
    excused: 'Excused',
    removed: 'Removed',
    dropped: 'Lowest, doesn’t count',
    weight: '{percent} of the result',
    dropLowest: '{n, plural, one {the lowest doesn’t count} other {the # lowest don’t count}}',
    noScores: 'No grades yet',
    amended: 'Changed on {day}: {reason}',
    planChanged: 'Grading changed on {day}: {reason}',
    noScoresLeft: 'No grades',
    howLeft: 'Within a category, every grade counts the same. Categories without grades don’t count.',
    how: 'Within a category, every grade counts the same. Categories without grades don’t count yet.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    grades: typeof messages
  }
}
