import { callTimeoutMs } from '#contract/callable.ts'

/**
 * Adds a timeout of `callTimeoutMs` to a promise that may never settle, such as the device's own storage. It then
 * rejects with a TimeoutError, as a late call does.
 */
export const inTime = <Found>(found: Promise<Found>): Promise<Found> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('Nothing has come', 'TimeoutError')), callTimeoutMs)
    found.then(resolve, reject).finally(() => clearTimeout(timer))
  })
