/** Questions about settings that are probably a mistake. */
export const messages = {
  oddSettings: {
    title: 'Is this right?',
    change: 'Go back',
    keep: 'Save anyway',
    free: '{name}: 100%. Anyone who gets it pays no tuition.',
    dear: '{name} is {amount}.',
    long: '{name} is {days} days.',
    half: 'The late fee adds {percent}% of what is overdue.',
    rising: 'Line {line} refunds more than an earlier deadline. Families get more back the later they leave.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    oddSettings: typeof messages
  }
}
