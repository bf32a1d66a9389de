/** Texts around the school's own questions. */
export const messages = {
  ownFields: {
    title: 'More about {name}',
    familyTitle: 'More about your family',
    officeTitle: 'School questions',
    yes: 'Yes',
    no: 'No',
    choose: 'Choose',
    unanswered: 'Not answered yet',
    edit: 'Change',
    editClass: 'Answers for {section}',
    editOf: 'Change answers about {name}',
    save: 'Save',
    saved: 'Answers saved.',
    answered: '{name}, {day}',
    earlier: 'Earlier answers',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    ownFields: typeof messages
  }
}
