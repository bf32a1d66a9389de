import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { PlannedFamily } from '#rules/imports/plan.ts'
import type { KnownHousehold, KnownPerson, SourceKey } from '#rules/imports/matching.ts'
import type { Decision } from '#rules/imports/plan.ts'
import { type Line, type Sheet, study, type Study, type StudiedRow } from './study.ts'

/**
 * The thread's input about the sheet and the school, piece by piece; `go` once it is complete, then `on` after each
 * result.
 */
export type Given = Piece | 'on'
type Piece =
  | { kind: 'sheet'; sheet: Omit<Sheet, 'lines'>; today: string; decisions: ReadonlyMap<number, Decision> }
  | { kind: 'lines'; pieces: readonly Line[] }
  | { kind: 'persons'; pieces: readonly KnownPerson[] }
  | { kind: 'households'; pieces: readonly KnownHousehold[] }
  | { kind: 'keys'; pieces: readonly SourceKey[] }
  | { kind: 'go' }
/** The thread's results, one after the other. It waits for an `on` after each, so that no one receives all at once. */
export type Told =
  | { kind: 'rows'; pieces: readonly StudiedRow[] }
  | { kind: 'families'; pieces: readonly PlannedFamily[] }
  | { kind: 'keys'; pieces: readonly SourceKey[] }
  | { kind: 'end'; sums: Pick<Study, 'counts' | 'totals' | 'dayExample'> }

const atOnce = 250
const port = parentPort!

const tellAll = async <K extends Exclude<Told['kind'], 'end'>>(
  kind: K,
  all: Extract<Told, { kind: K }>['pieces'],
): Promise<void> => {
  for (let at = 0; at < all.length; at += atOnce) {
    port.postMessage({ kind, pieces: all.slice(at, at + atOnce) })
    await once(port, 'message')
  }
}

/** Receives one sheet with its school, and sends back the outcome. */
const serve = async (): Promise<void> => {
  const lines: Line[] = []
  const persons: KnownPerson[] = []
  const households: KnownHousehold[] = []
  const keys: SourceKey[] = []
  let head: Extract<Piece, { kind: 'sheet' }> | undefined
  const take = (given: Piece): boolean => {
    if (given.kind === 'sheet') head = given
    else if (given.kind === 'lines') lines.push(...given.pieces)
    else if (given.kind === 'persons') persons.push(...given.pieces)
    else if (given.kind === 'households') households.push(...given.pieces)
    else if (given.kind === 'keys') keys.push(...given.pieces)
    return given.kind === 'go'
  }
  await new Promise<void>(resolve => {
    const listen = (given: Piece) => {
      if (!take(given)) return
      port.off('message', listen)
      resolve()
    }
    port.on('message', listen)
  })
  const { sheet, today, decisions } = head!
  const { plan, rows, ...sums } = await study({ ...sheet, lines }, { persons, households, keys, today }, decisions)
  await tellAll('rows', rows)
  await tellAll('families', plan.families)
  await tellAll('keys', plan.keys)
  const end: Told = { kind: 'end', sums }
  port.postMessage(end)
}

for (;;) await serve()
