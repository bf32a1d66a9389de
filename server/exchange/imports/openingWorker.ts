import { parentPort, workerData } from 'node:worker_threads'
import type { Code } from '#contract/errors.ts'
import { CallError } from '#server/platform/errors.ts'
import { type Asked, type Opened, openSheet } from './opening.ts'

/** What the thread tells of the file it was given, once. */
export type OpeningTold = { opened: Opened } | { code: Code; message: string; details: unknown }

const { bytes, asked } = workerData as { bytes: Uint8Array; asked: Asked }
const tell = (told: OpeningTold): void => parentPort!.postMessage(told)

try {
  tell({ opened: await openSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), asked) })
} catch (error) {
  if (!(error instanceof CallError)) throw error
  tell({ code: error.code, message: error.message, details: error.details })
}
