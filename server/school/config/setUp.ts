import { createHash, randomInt } from 'node:crypto'
import type { Database } from '#server/platform/db.ts'
import { visibleSchool } from './policy.ts'
import { findSchool, replaceSetUpCode } from './queries.ts'

// No letters or digits that look alike, so that the code can be read aloud.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The same for a code with its hyphens and without, in small letters and large. */
export const hashSetUpCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex')

/**
 * When there is no school yet, makes the code that guards the first run and returns it, to be printed once; null when
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
