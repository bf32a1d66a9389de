import { setImmediate as breathe } from 'node:timers/promises'
import type { SourceKey } from '#rules/imports/matching.ts'
import type { Decision, PlannedFamily } from '#rules/imports/plan.ts'
import { openThread, type Talk } from '#server/platform/thread.ts'
import { tooLarge } from './opening.ts'
import type { Around, Sheet, Study, StudiedRow } from './study.ts'
import type { Given, Told } from './studyWorker.ts'

const atOnce = 250
/** The largest sheet in the largest school needs a fraction of this memory and time. */
const thread = openThread<Given, Told>({
  module: new URL('./studyWorker.ts', import.meta.url),
  mb: 1024,
  tooLarge,
  mostMs: 120_000,
  // The office answers one question after the other, and each answer starts another study.
  keptMs: 120_000,
})

export type Studied = Pick<Study, 'counts' | 'totals' | 'dayExample'> & {
  rows: StudiedRow[]
  families: PlannedFamily[]
  keys: SourceKey[]
}

/**
 * Studies a sheet as `study` does, in a worker thread, so that it blocks no other request, one sheet after the other.
 * Input and results are passed in pieces, since copying everything at once would block the event loop.
 */
export const studyInThread = (
  sheet: Sheet,
  around: Around,
  decisions: ReadonlyMap<number, Decision>,
): Promise<Studied> => thread.run(talk => studied(talk, sheet, around, decisions))

const giveAll = async (
  { give }: Talk<Given, Told>,
  { lines, ...sheet }: Sheet,
  around: Around,
  decisions: ReadonlyMap<number, Decision>,
) => {
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
  talk: Talk<Given, Told>,
  sheet: Sheet,
  around: Around,
  decisions: ReadonlyMap<number, Decision>,
): Promise<Studied> => {
  const rows: StudiedRow[] = []
  const families: PlannedFamily[] = []
  const keys: SourceKey[] = []
  await giveAll(talk, sheet, around, decisions)
  for (;;) {
    const told = await talk.told()
    if (told.kind === 'end') return { rows, families, keys, ...told.sums }
    if (told.kind === 'rows') rows.push(...told.pieces)
    else if (told.kind === 'families') families.push(...told.pieces)
    else keys.push(...told.pieces)
    talk.give('on')
  }
}
