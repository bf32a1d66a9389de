import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { Code } from '#contract/errors.ts'
import { CallError } from '#server/platform/errors.ts'
import { unpack } from './unpack.ts'
import type { Package, Row, Table } from './validate.ts'

/** The thread's results, one after the other; it waits for an answer after each. */
export type Told =
  | { kind: 'table'; table: Omit<Table, 'rows'> }
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'end'; head: Omit<Package, 'tables'> }
  | { kind: 'refused'; code: Code; message: string; details: unknown }

const rowsAtOnce = 500
const port = parentPort!
const tell = async (told: Told): Promise<void> => {
  port.postMessage(told)
  if (told.kind === 'table' || told.kind === 'rows') await once(port, 'message')
}

/** Reads one zip and sends its contents. */
const serve = async (bytes: Uint8Array): Promise<void> => {
  try {
    const { tables, ...head } = await unpack(bytes)
    for (const { rows, ...table } of tables) {
      await tell({ kind: 'table', table })
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        await tell({ kind: 'rows', rows: rows.slice(at, at + rowsAtOnce) })
    }
    await tell({ kind: 'end', head })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    await tell({ kind: 'refused', code: error.code, message: error.message, details: error.details })
  }
}

for (;;) {
  const [bytes] = (await once(port, 'message')) as [Uint8Array]
  await serve(bytes)
}
