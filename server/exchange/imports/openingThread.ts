import { CallError } from '#server/platform/errors.ts'
import { openThread } from '#server/platform/thread.ts'
import { tooLarge } from './opening.ts'
import type { AskedToRead, GivenSheet, OpenedAndRead, OpeningTold } from './openingWorker.ts'

/** Returns a function that opens sheets in a thread, each within these limits of time (`mostMs`) and memory (`mb`). */
export const sheetOpener = (bounds: { mostMs: number; mb: number }) => {
  const thread = openThread<GivenSheet, OpeningTold>({
    module: new URL('./openingWorker.ts', import.meta.url),
    ...bounds,
    tooLarge,
    // Once the office has set the row with the headings, the same sheet is opened again.
    keptMs: 30_000,
  })
  return async (bytes: Buffer, asked: AskedToRead = {}): Promise<OpenedAndRead> => {
    const told = await thread.run(({ give, told }) => {
      give({ bytes, asked })
      return told()
    })
    if ('opened' in told) return told.opened
    throw new CallError(told.code, told.message, told.details)
  }
}

/**
 * Opens a file as `openSheet` does and finds its headings, in a worker thread, so that it blocks no other request, and
 * one file after the other, so that several don't take all processors. The largest accepted sheet needs a fraction of
 * this time and memory. A file that needs more memory is rejected as too large; one that needs more time fails with
 * `BUSY`.
 */
export const openInThread = sheetOpener({ mostMs: 20_000, mb: 768 })
