import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { ApiClient } from '#contract/exchange/oneroster.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { onerosterClients, onerosterTokens, onerosterUploads } from './tables.ts'

const uploadHours = 24

/** Stores a zip, and deletes those older than `uploadHours`. */
export const insertUpload = async (
  db: Db,
  values: { name: string; bytes: Buffer; createdAt: Date },
): Promise<string> => {
  await db
    .delete(onerosterUploads)
    .where(lt(onerosterUploads.createdAt, new Date(values.createdAt.getTime() - uploadHours * 3_600_000)))
  const [made] = await db.insert(onerosterUploads).values(values).returning({ id: onerosterUploads.id })
  return made!.id
}

export const findUpload = async (
  db: Db,
  seen: Scope<'roster'>,
  id: string,
): Promise<{ name: string; bytes: Buffer } | null> => {
  const [found] = await db
    .select({ name: onerosterUploads.name, bytes: onerosterUploads.bytes })
    .from(onerosterUploads)
    .where(and(seen, eq(onerosterUploads.id, id)))
  return found ?? null
}

/** Programs that are not revoked, newest first. */
export const listClients = (db: Db, seen: Scope<'roster'>): Promise<ApiClient[]> =>
  rows<ApiClient>(
    db,
    sql`select c.id, c.name, c.scopes, ${asInstant(sql`c.created_at`)} as "createdAt", ${asInstant(sql`c.last_used_at`)} as "lastUsedAt",
        coalesce(p.name, a.email, '') as "createdBy"
      from oneroster_clients c left join accounts a on a.id = c.created_by left join persons p on p.account_id = a.id
      where c.revoked_at is null and ${seen} order by c.created_at desc, c.id desc`,
  )

export const insertClient = async (db: Db, values: typeof onerosterClients.$inferInsert): Promise<string> =>
  (await db.insert(onerosterClients).values(values).returning({ id: onerosterClients.id }))[0]!.id

/** Revokes a program and deletes its tokens; false where it has no access. */
export const revokeClient = async (db: Db, seen: Scope<'roster'>, id: string, at: Date): Promise<boolean> => {
  const [revoked] = await db
    .update(onerosterClients)
    .set({ revokedAt: at })
    .where(and(seen, eq(onerosterClients.id, id), isNull(onerosterClients.revokedAt)))
    .returning({ id: onerosterClients.id })
  if (!revoked) return false
  await db.delete(onerosterTokens).where(eq(onerosterTokens.clientId, id))
  return true
}
