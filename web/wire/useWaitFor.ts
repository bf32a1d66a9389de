import { use } from 'react'

/** A promise that React need not wait for. */
export const settled = <T>(value: T): Promise<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

const nothing = settled(undefined)

/**
 * Makes the boundary around wait until `pending` settles; `null` waits for nothing.
 *
 * `use` runs either way, and must: a component that waited is drawn again from where it stopped, and React goes back
 * to "first render" only inside `use`. If the answer came meanwhile and `use` were skipped, the next hook would find
 * no state to update (React error 467).
 */
export const useWaitFor = (pending: Promise<void> | null): void => use(pending ?? nothing)
