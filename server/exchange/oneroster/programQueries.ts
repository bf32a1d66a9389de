import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { RosterScope } from '#contract/exchange/oneroster.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { onerosterClients, onerosterTokens } from './tables.ts'

export type Program = { id: string; name: string; scopes: RosterScope[] }

/** A program that is not revoked, with the hash of its secret. */
export const findClient = async (db: Db, id: string): Promise<(Program & { secretHash: string }) | undefined> => {
  const [found] = await db
    .select({
      id: onerosterClients.id,
      name: onerosterClients.name,
      scopes: onerosterClients.scopes,
      secretHash: onerosterClients.secretHash,
    })
    .from(onerosterClients)
    .where(and(eq(onerosterClients.id, id), isNull(onerosterClients.revokedAt)))
  return found
}

export const forgetTokens = (db: Db, expiredAt: Date) =>
  db.delete(onerosterTokens).where(lt(onerosterTokens.expiresAt, expiredAt))

export const insertToken = (db: Db, values: typeof onerosterTokens.$inferInsert) =>
  db.insert(onerosterTokens).values(values)

/**
 * The program that a token belongs to; null for an invalid one. Records, at most once a minute, that the program was
 * active.
 */
export const meetProgram = async (db: Db, tokenHash: string, now: Date): Promise<Program | null> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const [found] = await rows<Program>(
    db,
    sql`with t as (
        select c.id, c.name, t.scopes from oneroster_tokens t join oneroster_clients c on c.id = t.client_id
        where t.token_hash = ${tokenHash} and t.expires_at > now() and c.revoked_at is null),
      seen as (
        update oneroster_clients set last_used_at = ${at} where id = (select t.id from t) and (last_used_at is null or last_used_at < ${at} - interval '1 minute'))
      select * from t`,
  )
  return found ?? null
}
