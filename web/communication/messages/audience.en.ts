/** Audiences: their parts, and the number of people they reach. */
export const messages = {
  audience: {
    title: 'Who gets it',
    empty: 'Choose classes, levels, roles or people. “All families” are those with a student in a class.',
    emptyClass: 'Choose one of your classes, or single families.',
    everyone: 'Everyone',
    parent: 'All families',
    teacher: 'Teachers',
    admin: 'Office',
    unpaid: 'Families with an overdue invoice',
    level: 'Level {level}',
    addClass: 'Add a class',
    addLevel: 'Add a level or program',
    levels: 'Levels',
    programmes: 'Programs',
    find: 'Add a family or person by name',
    found: 'Found',
    nobody: 'Nobody here is called “{search}”.',
    household: 'Family',
    person: 'Person',
    remove: 'Remove {name}',
    families: '{n, plural, =0 {no family} one {# family} other {# families}}',
    people: '{n, plural, one {# person} other {# people}}',
    withoutMail: '{n, number} without email',
    unreachable: '{n, number} with neither email nor an account: call them',
    nobodyYet: 'This doesn’t reach anyone yet.',
    who: 'Who',
    whoTitle: 'Who gets it',
    noMail: 'No email',
    noAccount: 'No account',
    barred: {
      text: '{name} is barred from {children}, and would read this too.',
      many: '{n, plural, one {# guardian who would read this is} other {# guardians who would read this are}} barred from one of the children it goes out for.',
      advice: 'Don’t write about individual children here.',
      others: 'Send to {names} only',
    },
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    audience: typeof messages
  }
}
