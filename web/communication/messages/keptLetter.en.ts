/** Words of a letter that nobody sent. */
export const messages = {
  keptLetter: {
    title: 'Email',
    head: 'To {to}, written {at}. Not sent: nobody has received it.',
    copy: 'Copy text',
    copied: 'Text copied',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    keptLetter: typeof messages
  }
}
