import type { Role } from '#contract/callable.ts'

/**
 * Prefetches what the page at an address shows first while its screen loads. Public pages don't load the code for it.
 */
export const readAtOnce = (address: URL, roles: readonly Role[]): void => {
  import('#web/wire/call.ts').then(
    ({ readFirst }) => readFirst(address, roles),
    // If this fails, the screen asks on its own.
    () => undefined,
  )
}
