/** Texts of the classes as a family sees them. */
export const messages = {
  fits: {
    title: 'Classes',
    lead: 'Classes that fit your children’s ages and schedules.',
    show: 'Show classes for',
    mine: 'Your children',
    all: 'All classes',
    term: 'Term',
    none: 'No classes are open for registration right now.',
    fits: 'Fits {name}',
    clash: '{name} is in {section} at this time',
    inIt: '{name} is in this class',
    held: 'A spot is held for {name}',
    approval: '{name} is waiting for approval',
    waiting: '{name} is on the waitlist',
    noFit: 'No class this term fits their age.',
    register: 'Register',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    fits: typeof messages
  }
}
