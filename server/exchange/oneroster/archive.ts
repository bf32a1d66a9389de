import { Worker } from 'node:worker_threads'
import { conflict, CallError } from '#server/platform/errors.ts'
import type { Package, Row, Table } from './validate.ts'
import type { Told } from './unpackWorker.ts'

/** A zip of the largest size that is taken needs a part of this. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a zip as `unpack` does, in a thread of its own, so that nobody waits for it, and one zip after the other, so that
 * several don't take all processors. The rows come in portions, between which others have their turn.
 */
export const readArchive = (bytes: Uint8Array): Promise<Package> => {
  const reading = last.then(() => readInThread(bytes))
  last = reading.catch(() => undefined)
  return reading
}

const readInThread = (bytes: Uint8Array): Promise<Package> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./unpackWorker.ts', import.meta.url), { workerData: bytes, resourceLimits })
    const tables: (Table & { rows: Row[] })[] = []
    const end = (work: () => void) => {
      work()
      void worker.terminate()
    }
    worker.on('message', (told: Told) => {
      switch (told.kind) {
        case 'table':
          tables.push({ ...told.table, rows: [] })
          break
        case 'rows':
          tables.at(-1)!.rows.push(...told.rows)
          break
        case 'end':
          return end(() => resolve({ ...told.head, tables }))
        case 'refused':
          return end(() => reject(new CallError(told.code, told.message, told.details)))
      }
      worker.postMessage('more')
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? conflict('FILE_TOO_LARGE', 'The files of this zip are too large together.')
            : error,
        ),
      ),
    )
    worker.on('exit', () => reject(new Error('the thread that reads a OneRoster zip has ended')))
  })
