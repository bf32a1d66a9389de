/** Signing out while something waits to be sent. */
export const messages = {
  unsentLeft: {
    title: 'Some marks haven’t been sent yet',
    text: 'They are kept on this device only. If you sign out now, they are lost. Stay signed in until there is a connection, and open Today to send them.',
    stay: 'Stay signed in',
    leave: 'Sign out and lose them',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    unsentLeft: typeof messages
  }
}
