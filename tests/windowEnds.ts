import { afterAll } from 'vitest'

/**
 * Ends a file of the web tests. Screens that are still open would start further timers and requests while their window
 * closes, and a window waits for all of them: some test runs never ended.
 */
afterAll(() => {
  Object.assign(globalThis, {
    setInterval: () => 0,
    setTimeout: () => 0,
    fetch: () => new Promise(() => undefined),
  })
})
