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
    all: 'Your day',
  },
  meetings: {
    take: 'Take roll call',
    change: 'Open the roll',
    who: 'See the class',
    taken: '{here} here, {away} away',
    students: '{n, plural, one {# student} other {# students}}',
  },
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
    saving: 'Saving',
    saved: 'Saved',
    waiting: '{n, plural, one {# change waiting} other {# changes waiting}}',
    notSent: 'Your marks are saved on this device, but not sent yet',
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
    teacher: typeof messages
  }
}
