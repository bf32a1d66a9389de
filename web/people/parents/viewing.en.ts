/** Texts above the pages while the office views as a family. */
export const messages = {
  viewing: {
    label: 'You are viewing as someone else',
    title: 'You see what {name} sees.',
    text: 'Nothing can be changed.',
    stop: 'Stop viewing',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    viewing: typeof messages
  }
}
