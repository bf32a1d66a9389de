import { CallError } from '#server/platform/errors.ts'
import { openThread } from '#server/platform/thread.ts'
import { tooLarge } from './opening.ts'
import type { AskedToRead, GivenSheet, OpenedAndRead, OpeningTold } from './openingWorker.ts'

/** Opens sheets in a thread, each within these bounds of time and memory. */
export const sheetOpener = (bounds: { mostMs: number; mb: number }) => {
  const thread = openThread<GivenSheet, OpeningTold>({
    module: new URL('./openingWorker.ts', import.meta.url),
    ...bounds,
    tooLarge,
    // Once the office has said where the headings are, the same sheet is opened again.
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
 * Opens a file as `openSheet` does and finds its headings, in a thread of its own, so that nobody waits for it, and one
 * after the other, so that several don't take all processors. The largest sheet that is taken needs a part of this time
 * and memory: a file that needs more memory is refused, and one that needs more time is given up for now.
 */
export const openInThread = sheetOpener({ mostMs: 20_000, mb: 768 })
