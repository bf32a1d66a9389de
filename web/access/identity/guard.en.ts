/** Texts for people who were denied a page. */
export const messages = {
  guard: {
    denied: 'You do not have access',
    deniedHint: 'Sign in to see that page.',
    deniedUnverified: 'Your email address is not verified yet. Verify it, then come back.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    guard: typeof messages
  }
}
