import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { RosterScope } from '#contract/exchange/oneroster.ts'
import { type Database, type Db, rows } from '#server/platform/db.ts'
import { auditEntries } from '#server/platform/tables.ts'
import { onerosterClients, onerosterTokens } from './tables.ts'

/** SHA-256 in hex: secrets and tokens are long and random, so this suffices. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** How long a token is good for, in seconds. */
export const tokenSeconds = 3600

export type Program = { id: string; name: string; scopes: RosterScope[] }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The program that has this id and this secret, null for any other. */
export const findProgram = async (db: Db, id: string, secret: string): Promise<Program | null> => {
  if (!uuid.test(id)) return null
  const [found] = await db
    .select({
      id: onerosterClients.id,
      name: onerosterClients.name,
      scopes: onerosterClients.scopes,
      secretHash: onerosterClients.secretHash,
    })
    .from(onerosterClients)
    .where(and(eq(onerosterClients.id, id), isNull(onerosterClients.revokedAt)))
  if (!found || !timingSafeEqual(Buffer.from(found.secretHash), Buffer.from(hashOf(secret)))) return null
  return { id: found.id, name: found.name, scopes: found.scopes }
}

/** Makes a token for a program, notes it in the audit trail and forgets tokens that have expired. */
export const issueToken = (
  database: Database,
  program: Program,
  scopes: RosterScope[],
  { address, now }: { address: string; now: Date },
): Promise<string> =>
  database.transaction(async db => {
    const token = randomBytes(32).toString('base64url')
    const at = new Date()
    await db.delete(onerosterTokens).where(lt(onerosterTokens.expiresAt, at))
    await db.insert(onerosterTokens).values({
      tokenHash: hashOf(token),
      clientId: program.id,
      scopes,
      expiresAt: new Date(at.getTime() + tokenSeconds * 1000),
    })
    await db.insert(auditEntries).values({
      at: now,
      actor: program.name,
      action: 'oneroster-token',
      input: { clientId: program.id, scopes },
      outcome: 'done',
      address,
    })
    return token
  })

/** Whom a token stands for, null when it is no good. Notes, once a minute at most, that the program was here. */
export const programOf = async (db: Db, token: string, now: Date): Promise<Program | null> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const [found] = await rows<Program>(
    db,
    sql`with t as (
        select c.id, c.name, t.scopes from oneroster_tokens t join oneroster_clients c on c.id = t.client_id
        where t.token_hash = ${hashOf(token)} and t.expires_at > now() and c.revoked_at is null),
      seen as (
        update oneroster_clients set last_used_at = ${at} where id = (select t.id from t) and (last_used_at is null or last_used_at < ${at} - interval '1 minute'))
      select * from t`,
  )
  return found ?? null
}
