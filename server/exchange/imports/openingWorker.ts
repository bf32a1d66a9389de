import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { Code } from '#contract/errors.ts'
import { CallError } from '#server/platform/errors.ts'
import { type Asked, type Opened, openSheet } from './opening.ts'
import { type Recognised, recognise } from './study.ts'

/** `headerRow`: the row with the headings, if the office has set it; 0 for no headings. */
export type AskedToRead = Asked & { headerRow?: number | null }

/** A file for the thread to open. */
export type GivenSheet = { bytes: Uint8Array; asked: AskedToRead }
/** The thread's one answer. */
export type OpeningTold = { opened: OpenedAndRead } | { code: Code; message: string; details: unknown }

/** A sheet with its headings and the proposed contents of its columns. */
export type OpenedAndRead = Opened & { found: Recognised }

const port = parentPort!

const openingOf = async ({ bytes, asked }: GivenSheet): Promise<OpeningTold> => {
  try {
    const opened = await openSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), asked)
    return { opened: { ...opened, found: recognise(opened.lines, asked.headerRow ?? null) } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { code: error.code, message: error.message, details: error.details }
  }
}

for (;;) {
  const [given] = (await once(port, 'message')) as [GivenSheet]
  port.postMessage(await openingOf(given))
}
