/** The way through the set-up, from each step to the next. */
export const messages = {
  settingUp: {
    label: 'Set-up',
    now: 'Now: {step}',
    next: 'Next: {step}',
    pasteAll: 'Paste all classes at once',
    list: '{done} of {of} done',
    paste: 'Paste classes',
    sheet: 'Do you have your classes in a spreadsheet? Courses, rooms, teachers and classes can be pasted together.',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    settingUp: typeof messages
  }
}
