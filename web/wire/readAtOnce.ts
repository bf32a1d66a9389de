import type { Role } from '#contract/callable.ts'

/** Asks what the page of an address shows first, while its screen comes; public pages don't bring what asks it. */
export const readAtOnce = (address: URL, roles: readonly Role[]): void => {
  import('#web/wire/call.ts').then(
    ({ readFirst }) => readFirst(address, roles),
    // The screen asks for it by itself.
    () => undefined,
  )
}
