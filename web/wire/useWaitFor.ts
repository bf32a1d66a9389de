import { use } from 'react'

/** Returns a resolved promise that React's `use` reads without suspending. */
export const settled = <T>(value: T): Promise<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

const nothing = settled(undefined)

/**
 * Makes the surrounding boundary wait until `pending` settles; `null` waits for nothing.
 * `use` must run either way: a component that suspended is rendered again from where it stopped, and React goes back to
 * "first render" only inside `use`. If the answer arrived in between and `use` were skipped, the next hook would find
 * no state to update (React error 467).
 */
export const useWaitFor = (pending: Promise<void> | null): void => use(pending ?? nothing)
