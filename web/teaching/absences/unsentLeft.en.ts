/** Signing out while marks or messages are still unsent. */
export const messages = {
  unsentLeft: {
    title: 'Some marks haven’t been sent yet',
    text: 'They’re saved only on this device. If you sign out now, you’ll lose them. Stay signed in until you’re back online, then open Today to send them.',
    stay: 'Stay signed in',
    leave: 'Sign out and lose them',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    unsentLeft: typeof messages
  }
}
