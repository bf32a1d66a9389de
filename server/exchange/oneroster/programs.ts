import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RosterScope } from '#contract/exchange/oneroster.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { noteEntry } from '#server/access/audit/acts.ts'
import { findClient, forgetTokens, insertToken, meetProgram, type Program } from './programQueries.ts'

/** SHA-256 in hex. No slower hash is needed, since secrets and tokens are long and random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The lifetime of a token, in seconds. */
export const tokenSeconds = 3600

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The program with this id and secret; null for any other. */
export const findProgram = async (db: Db, id: string, secret: string): Promise<Program | null> => {
  if (!uuid.test(id)) return null
  const found = await findClient(db, id)
  if (!found || !timingSafeEqual(Buffer.from(found.secretHash), Buffer.from(hashOf(secret)))) return null
  return { id: found.id, name: found.name, scopes: found.scopes }
}

/** Issues a token for a program, records it in the audit trail and deletes expired tokens. */
export const issueToken = (
  database: Database,
  program: Program,
  scopes: RosterScope[],
  { address, now }: { address: string; now: Date },
): Promise<string> =>
  database.transaction(async db => {
    const token = randomBytes(32).toString('base64url')
    const at = new Date()
    await forgetTokens(db, at)
    await insertToken(db, {
      tokenHash: hashOf(token),
      clientId: program.id,
      scopes,
      expiresAt: new Date(at.getTime() + tokenSeconds * 1000),
    })
    await noteEntry(db, {
      at: now,
      actor: program.name,
      action: 'oneroster-token',
      input: { clientId: program.id, scopes },
      outcome: 'done',
      address,
    })
    return token
  })

/** The program that a token belongs to; null where the token is invalid. */
export const programOf = (db: Db, token: string, now: Date): Promise<Program | null> =>
  meetProgram(db, hashOf(token), now)
