import { callTimeoutMs } from '#contract/callable.ts'

/** Waits for what may never come, such as an answer of the device's own storage; late, it fails as a late call does. */
export const inTime = <Found>(found: Promise<Found>): Promise<Found> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('Nothing has come', 'TimeoutError')), callTimeoutMs)
    found.then(resolve, reject).finally(() => clearTimeout(timer))
  })
