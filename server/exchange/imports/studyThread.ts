import { once } from 'node:events'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { SourceKey } from '#rules/imports/matching.ts'
import type { Decision, PlannedFamily } from '#rules/imports/plan.ts'
import { tooBusy } from '#server/platform/errors.ts'
import { openThread } from '#server/platform/thread.ts'
import { tooLarge } from './opening.ts'
import type { Around, Sheet, Study, StudiedRow } from './study.ts'
import type { Given, Told } from './studyWorker.ts'

/** Within this time the largest sheet in the largest school is studied. */
const mostMs = 120_000
const atOnce = 250
/** An office answers question after question, and each is studied anew, so the thread is kept for so long. */
const thread = openThread({ module: new URL('./studyWorker.ts', import.meta.url), mb: 1024, keptMs: 120_000 })

export type Studied = Pick<Study, 'counts' | 'totals' | 'dayExample'> & {
  rows: StudiedRow[]
  families: PlannedFamily[]
  keys: SourceKey[]
}

/**
 * Studies a sheet as `study` does, in a thread of its own, so that nobody waits for it, one after the other. What it
 * needs and what it finds goes to and fro in pieces, since copying all of it at once would hold everybody up.
 */
export const studyInThread = (
  sheet: Sheet,
  around: Around,
  decisions: ReadonlyMap<number, Decision>,
): Promise<Studied> => thread.run(worker => studied(worker, sheet, around, decisions))

const giveAll = async (
  worker: Worker,
  { lines, ...sheet }: Sheet,
  around: Around,
  decisions: ReadonlyMap<number, Decision>,
) => {
  const give = (given: Given) => worker.postMessage(given)
  give({ kind: 'sheet', sheet, today: around.today, decisions })
  const lists = { lines, persons: around.persons, households: around.households, keys: around.keys }
  for (const [kind, list] of Object.entries(lists))
    for (let at = 0; at < list.length; at += atOnce) {
      give({ kind, pieces: list.slice(at, at + atOnce) } as Given)
      await breathe()
    }
  give({ kind: 'go' })
}

const studied = async (
  worker: Worker,
  sheet: Sheet,
  around: Around,
  decisions: ReadonlyMap<number, Decision>,
): Promise<Studied> => {
  const rows: StudiedRow[] = []
  const families: PlannedFamily[] = []
  const keys: SourceKey[] = []
  const limit = AbortSignal.timeout(mostMs)
  await giveAll(worker, sheet, around, decisions)
  for (;;) {
    const [told] = (await once(worker, 'message', { signal: limit }).catch((error: unknown) => {
      const isOut = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isOut ? tooLarge() : limit.aborted ? tooBusy() : error
    })) as [Told]
    if (told.kind === 'end') return { rows, families, keys, ...told.sums }
    if (told.kind === 'rows') rows.push(...told.pieces)
    else if (told.kind === 'families') families.push(...told.pieces)
    else keys.push(...told.pieces)
    worker.postMessage('on')
  }
}
