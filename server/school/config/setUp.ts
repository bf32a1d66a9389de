import { createHash, randomInt } from 'node:crypto'
import type { Database } from '#server/platform/db.ts'
import { visibleSchool } from './policy.ts'
import { findSchool, replaceSetUpCode } from './queries.ts'

// Without letters and digits that look alike, so that the code can be read aloud.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Hashes a code regardless of hyphens and case. */
export const hashSetUpCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex')

/**
 * If there is no school yet, creates the code that protects the first run and returns it, to be printed once; null if
 * the school exists. An earlier code stops working.
 */
export const prepareFirstRun = async (database: Database): Promise<string | null> => {
  if (await findSchool(database.db, visibleSchool)) return null
  const code = Array.from(
    { length: 12 },
    (_, i) => (i % 4 === 0 && i > 0 ? '-' : '') + alphabet[randomInt(alphabet.length)],
  ).join('')
  await database.transaction(db => replaceSetUpCode(db, hashSetUpCode(code)))
  return code
}
