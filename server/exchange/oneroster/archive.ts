import { CallError, conflict } from '#server/platform/errors.ts'
import { openThread } from '#server/platform/thread.ts'
import type { Package, Row, Table } from './validate.ts'
import type { Told } from './unpackWorker.ts'

const tooLarge = () => conflict('FILE_TOO_LARGE', 'The files in this zip are too large in total.')

/** The largest accepted zip needs a fraction of this memory and time. */
const thread = openThread<Uint8Array | 'more', Told>({
  module: new URL('./unpackWorker.ts', import.meta.url),
  mb: 1024,
  tooLarge,
  mostMs: 180_000,
  // A zip is checked first, and often imported soon after.
  keptMs: 30_000,
})

/**
 * Reads a zip as `unpack` does, in a worker thread, so that it blocks no other request, and one zip after the other, so
 * that several don't take all processors. The rows arrive in portions, so that other requests are served in between.
 */
export const readArchive = async (bytes: Uint8Array): Promise<Package> => {
  const tables: (Table & { rows: Row[] })[] = []
  const last = await thread.run(async ({ give, told }) => {
    give(bytes)
    for (;;) {
      const next = await told()
      if (next.kind === 'end' || next.kind === 'refused') return next
      if (next.kind === 'table') tables.push({ ...next.table, rows: [] })
      else tables.at(-1)!.rows.push(...next.rows)
      give('more')
    }
  })
  if (last.kind === 'end') return { ...last.head, tables }
  throw new CallError(last.code, last.message, last.details)
}
