/** Words of the classes as a family sees them. */
export const messages = {
  fits: {
    title: 'Classes',
    lead: 'Which classes fit your children, by their age and the times of their other classes.',
    show: 'Show classes for',
    mine: 'Your children',
    all: 'All classes',
    term: 'Term',
    none: 'No class can be registered for at the moment.',
    fits: 'Fits {name}',
    clash: '{name} is in {section} at this time',
    inIt: '{name} is in this class',
    waiting: '{name} is on the waitlist',
    noFit: 'No class of this term fits by age.',
    register: 'Register',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    fits: typeof messages
  }
}
