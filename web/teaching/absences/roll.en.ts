/** Words of the roll. */
export const messages = {
  roll: {
    title: 'Roll call',
    back: 'Today',
    students: 'Students',
    student: 'Student',
    progress: 'Marked so far',
    here: '{here} of {of} here',
    markAll: 'Mark everyone present',
    markRest: 'Mark the rest present',
    marked: '{n, plural, one {# student marked present} other {# students marked present}}',
    markedExcused:
      '{n, plural, one {# student present} other {# students present}}, {excused, plural, one {# excused} other {# excused}}',
    announced: '{name}: {mark}',
    hint: 'Tap once for present, again for late, absent, excused.',
    hintAll: 'Everyone is marked. Tap a student to change the mark.',
    nobody: 'No students in this class yet.',
    sending: 'Sending',
    sent: 'Sent at {time}',
    waiting: '{n, plural, one {# mark not sent yet} other {# marks not sent yet}}',
    notSent: 'Not sent yet: {n, plural, one {# mark} other {# marks}} kept on this device',
    notSentOpen: 'Not sent yet: {n, plural, one {# mark} other {# marks}}. Keep this page open.',
    disputed:
      '{n, plural, one {Somebody else marked this student meanwhile} other {Somebody else marked # students meanwhile}}. Choose which mark counts.',
    both: 'You: {mine} · {who} at {time}: {theirs}',
    somebody: 'Somebody',
    keepMine: 'Keep mine',
    keepMineOf: 'Keep mine: {mark} for {name}',
    keepTheirs: 'Keep theirs',
    keepTheirsOf: 'Keep theirs: {mark} for {name}',
    withNote: '{mark} (“{note}”)',
    history: 'How this mark was changed',
    markedBy: '{who}, {at}',
    closedTitle: 'The roll is not open yet',
    closed: 'It opens at {time} on {day}, one hour before the class.',
    print: 'Print roll sheet',
    more: 'Marks and note for {name}',
    markAs: 'Mark as',
    takeBack: 'Clear the mark',
    note: 'Note',
    noteHint: 'Such as “picked up at 3”. Families do not see it.',
    noteHintUnmarked: 'Write it first, then choose a mark: both are kept together.',
    saveNote: 'Save the note',
    birthday: 'Birthday today',
    guest: 'Guest today',
    auditor: 'Audits',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    roll: typeof messages
  }
}
