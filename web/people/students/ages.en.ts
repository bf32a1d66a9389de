/** The ages that a class is for, within a sentence or beside a label. */
export const messages = {
  ages: {
    from: '{from} and older',
    to: 'up to {to}',
    between: '{from} to {to}',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    ages: typeof messages
  }
}
