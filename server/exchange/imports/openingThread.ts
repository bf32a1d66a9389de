import { Worker } from 'node:worker_threads'
import { CallError, tooBusy } from '#server/platform/errors.ts'
import { tooLarge } from './opening.ts'
import type { AskedToRead, OpenedAndRead, OpeningTold } from './openingWorker.ts'

/** What the largest sheet that is taken needs a part of, and in which time. */
const bounds = { ms: 20_000, mb: 768 }

let last: Promise<unknown> = Promise.resolve()

/**
 * Opens a file as `openSheet` does and finds its headings, in a thread of its own, so that nobody waits for it, and one after the other, so that
 * several don't take all processors. A file that needs more memory than any sheet does is refused, and one that needs more
 * time is given up for now.
 */
export const openInThread = (bytes: Buffer, asked: AskedToRead = {}, within = bounds): Promise<OpenedAndRead> => {
  const opening = last.then(() => open(bytes, asked, within))
  last = opening.catch(() => undefined)
  return opening
}

const open = (bytes: Buffer, asked: AskedToRead, { ms, mb }: typeof bounds): Promise<OpenedAndRead> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./openingWorker.ts', import.meta.url), {
      workerData: { bytes, asked },
      resourceLimits: { maxOldGenerationSizeMb: mb },
    })
    const end = (work: () => void) => {
      clearTimeout(limit)
      work()
      void worker.terminate()
    }
    const limit = setTimeout(() => end(() => reject(tooBusy())), ms)
    worker.on('message', (told: OpeningTold) =>
      end(() =>
        'opened' in told ? resolve(told.opened) : reject(new CallError(told.code, told.message, told.details)),
      ),
    )
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)),
    )
    worker.on('exit', () => end(() => reject(new Error('the thread that opens a sheet has ended'))))
  })
