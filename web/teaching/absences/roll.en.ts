/** Texts of the roll. */
export const messages = {
  roll: {
    title: 'Attendance',
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
      '{n, plural, one {Someone else also marked this student} other {Someone else also marked # students}}. Choose which mark counts.',
    both: 'You: {mine} · {who} at {time}: {theirs}',
    somebody: 'Someone',
    keepMine: 'Keep mine',
    keepMineOf: 'Keep mine: {mark} for {name}',
    keepTheirs: 'Keep theirs',
    keepTheirsOf: 'Keep theirs: {mark} for {name}',
    withNote: '{mark} (“{note}”)',
    history: 'History of this mark',
    markedBy: '{who}, {at}',
    closedTitle: 'Attendance isn’t open yet',
    closed: 'It opens at {time} on {day}, one hour before the class.',
    print: 'Print attendance sheet',
    more: 'Marks and note for {name}',
    markAs: 'Mark as',
    takeBack: 'Clear mark',
    note: 'Note',
    noteHint: 'Such as “picked up at 3”. Families don’t see it.',
    noteHintUnmarked: 'Write the note first, then choose a mark. Both are saved together.',
    saveNote: 'Save note',
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
