import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Db } from '#server/platform/db.ts'
import type { Seal } from '#server/platform/secrets.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { findSecret, keepSecret, secretEndings } from '#server/school/config/acts.ts'
import { countOpenEntries, findLastSeal, insertSeal, listSealed, takeOpenEntries } from './sealQueries.ts'

/** The name under which the chain's key is kept, sealed by the key outside of the database. */
const chainKey = 'audit.chain'
const entriesAtOnce = 5000
const sealsAtOnce = 200

/** The key of the chain; null before the first seal. Throws if the current key doesn't open it. */
const keyOf = async (db: Db, secrets: Seal): Promise<string | null> => {
  if (!(await secretEndings(db, [chainKey])).has(chainKey)) return null
  const key = await findSecret(db, secrets, chainKey)
  if (key === null) throw new Error('The key of the change log can’t be opened. Put back this school’s own secret key.')
  return key
}

const hashOf = (key: string, n: number, before: string, digests: string): string =>
  createHmac('sha256', key).update(`${n} ${before} ${digests}`).digest('hex')

/** Seals the entries that no seal covers yet. Returns how many. */
export const sealEntries = async (
  database: Pick<Database, 'transaction'>,
  secrets: Seal,
  now: Date,
): Promise<number> => {
  let all = 0
  for (;;) {
    const sealed = await database.transaction(async db => {
      await takeTurn(db, 'auditSeal')
      const last = await findLastSeal(db)
      const n = (last?.n ?? 0) + 1
      const taken = await takeOpenEntries(db, n, entriesAtOnce)
      if (taken.length === 0) return 0
      let key = await keyOf(db, secrets)
      if (key === null) {
        key = randomBytes(32).toString('hex')
        await keepSecret({ db, actor: { personId: null }, now, settings: { secrets } }, chainKey, key, '')
      }
      const hash = hashOf(key, n, last?.hash ?? '', taken.map(({ digest }) => digest).join(''))
      await insertSeal(db, { n, entries: taken.length, hash, sealedAt: now })
      return taken.length
    })
    all += sealed
    if (sealed < entriesAtOnce) return all
  }
}

type Broken = {
  seal: number
  /** Why the chain breaks there. */
  why: 'entry-changed' | 'entries-added-or-removed' | 'seal-removed' | 'seal-changed'
  entry: { id: string; at: string; actor: string; action: string } | null
}
/** The result of a check of the whole chain. */
export type AuditState = {
  seals: number
  entries: number
  /** Entries whose input was removed when a person was erased. The chain still proves that they existed. */
  erased: number
  /** Entries that wait for their seal. */
  open: number
  last: string
  broken: Broken | null
}

/** Checks the whole chain and reports the first place where it breaks. */
export const verifyAudit = async (db: Db, secrets: Seal): Promise<AuditState> => {
  const state: AuditState = {
    seals: 0,
    entries: 0,
    erased: 0,
    open: await countOpenEntries(db),
    last: '',
    broken: null,
  }
  const key = (await keyOf(db, secrets)) ?? ''
  for (;;) {
    const found = await listSealed(db, state.seals, sealsAtOnce)
    for (const { n, hash, want, entries, erased, digests, broken } of found) {
      const fail = (why: Broken['why'], entry: Broken['entry'] = null): AuditState => ({
        ...state,
        broken: { seal: n, why, entry },
      })
      if (n !== state.seals + 1 || hash === null) return fail('seal-removed')
      if (broken) return fail('entry-changed', broken)
      if (entries !== want) return fail('entries-added-or-removed')
      if (hash !== hashOf(key, n, state.last, digests)) return fail('seal-changed')
      state.seals = n
      state.entries += entries
      state.erased += erased
      state.last = hash
    }
    if (found.length < sealsAtOnce) return state
  }
}
