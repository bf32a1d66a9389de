import { createHash } from 'node:crypto'
import type { Comparison, DuplicateKind, DuplicateSide, mergeObstacles } from '#contract/office/duplicates.ts'
import { type Db, notesOf } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/scope.ts'
import { comparedFields, findBalances, findFacts, findSides } from './comparingQueries.ts'
import { countHanging } from './referenceQueries.ts'
import type { MergedTable } from './references.ts'
import type { Pair } from './joiningQueries.ts'

/** The tables in which a record of each kind has rows. */
export const tablesOf: Record<DuplicateKind, readonly MergedTable[]> = {
  household: ['households'],
  student: ['persons', 'students', 'teachers'],
  adult: ['persons', 'students', 'teachers'],
}

/** The side whose value is suggested: the one that isn't empty, otherwise the record that stays. */
const suggestedOf = ([keep, drop]: [string, string]): 'keep' | 'drop' => (keep === '' && drop !== '' ? 'drop' : 'keep')

const markOf = (all: unknown): string => createHash('sha256').update(JSON.stringify(all)).digest('base64url')

/** Two records side by side, with everything that refers to them; null where one of them doesn't exist. */
export const compare = async (
  db: Db,
  seen: Scope<'records'>,
  of: DuplicateKind,
  pair: Pair,
  actor: Actor,
): Promise<Comparison | null> => {
  const ids = [pair.keepId, pair.dropId] as const
  const sides = await findSides(db, seen, of, pair)
  const [keep, drop] = ids.map(id => sides.find(side => side.id === id))
  if (!keep || !drop || keep === drop) return null
  const found = await findFacts(db, of, pair, actor)
  const hangs = await countHanging(db, tablesOf[of], ids)
  const balances = of === 'household' ? await findBalances(db, pair) : null
  const { values, accounts, isMine, notes: noted } = found
  const notes = notesOf(db)
  const fields = comparedFields(of).flatMap(key => {
    const each: [string, string] = [values[0][key], values[1][key]]
    // Sealed notes of two students differ even where the texts are equal, so they are opened first.
    const isSame = key === 'household' ? found.isOneHome : notes.open(each[0]) === notes.open(each[1])
    if (isSame) return []
    // People keep the address that they sign in with; the caller's account stays their own.
    const withAccount = key === 'email' ? accounts.map(account => account !== null) : [false, false]
    const isFixed = withAccount[0] !== withAccount[1] || (key === 'email' && isMine.some(Boolean))
    const held = isMine[1] || (!withAccount[0] && withAccount[1]) ? 'drop' : 'keep'
    return [{ key, values: each, suggested: isFixed ? (held as 'keep' | 'drop') : suggestedOf(each), isFixed }]
  })
  const obstacles: Comparison['obstacles'] = []
  const meet = (kind: (typeof mergeObstacles)[number], what: string | null | false) => {
    if (what !== null && what !== false) obstacles.push({ kind, what })
  }
  meet('sameClass', found.classes)
  meet('kin', found.isKin && '')
  meet('unseenChild', found.unseen)
  meet('admin', found.isGuarded && actor.area !== 'all' && '')
  const kept: Comparison['notes'] = [
    ...(Object.keys(noted) as Comparison['notes']).filter(key => noted[key]),
    ...(accounts[0] !== null && accounts[1] !== null ? (['account'] as const) : []),
    ...(found.isOneHome ? [] : (['homes'] as const)),
  ]
  const shown = {
    of,
    sides: [keep, drop] as [DuplicateSide, DuplicateSide],
    fields,
    accounts,
    hangs,
    balances,
    notes: kept,
    obstacles,
  }
  return { ...shown, mark: markOf([shown, values]) }
}
