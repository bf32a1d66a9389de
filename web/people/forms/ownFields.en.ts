/** Words around the questions that a school asks beyond the usual. */
export const messages = {
  ownFields: {
    title: 'More about {name}',
    familyTitle: 'More about your family',
    officeTitle: 'Questions of the school',
    yes: 'Yes',
    no: 'No',
    choose: 'Choose',
    unanswered: 'Not answered yet',
    edit: 'Change',
    editClass: 'Answers for {section}',
    editOf: 'Change the answers about {name}',
    save: 'Save',
    saved: 'The answers are saved.',
    answered: '{name}, {day}',
    earlier: 'Earlier answers',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    ownFields: typeof messages
  }
}
