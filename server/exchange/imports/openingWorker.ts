import { parentPort, workerData } from 'node:worker_threads'
import type { Code } from '#contract/errors.ts'
import { CallError } from '#server/platform/errors.ts'
import { type Asked, type Opened, openSheet } from './opening.ts'
import { type Recognised, recognise } from './study.ts'

/** `headerRow`: the row with the headings, where the office says which; 0 where there are none. */
export type AskedToRead = Asked & { headerRow?: number | null }

/** What the thread tells of the file it was given, once. */
export type OpeningTold = { opened: OpenedAndRead } | { code: Code; message: string; details: unknown }

/** A sheet with its headings and what its columns may hold. */
export type OpenedAndRead = Opened & { found: Recognised }

const { bytes, asked } = workerData as { bytes: Uint8Array; asked: AskedToRead }
const tell = (told: OpeningTold): void => parentPort!.postMessage(told)

try {
  const opened = await openSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), asked)
  tell({ opened: { ...opened, found: recognise(opened.lines, asked.headerRow ?? null) } })
} catch (error) {
  if (!(error instanceof CallError)) throw error
  tell({ code: error.code, message: error.message, details: error.details })
}
