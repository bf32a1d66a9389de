import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { announceEnded } from '#server/platform/live.ts'
import type { Scope } from '#server/platform/scope.ts'
import { signIns } from '#server/slices/identity/tables.ts'

/** Sign-ins that still hold, the last used first. They run by the time of the world. */
export const listSignIns = (db: Db, seen: Scope<'sign_ins'>) =>
  db
    .select({ id: signIns.id, device: signIns.device, signedInAt: signIns.authTime, lastUsedAt: signIns.lastUsedAt })
    .from(signIns)
    .where(and(seen, gt(signIns.expiresAt, new Date())))
    .orderBy(desc(signIns.lastUsedAt), desc(signIns.id))

/** Ends sign-ins, one or all of the scope: their tokens, cookies and streams stop working at once. */
export const endSignIns = async (db: Db, seen: Scope<'sign_ins'>, signInId?: string): Promise<number> => {
  const ended = await db
    .update(signIns)
    .set({ revokedAt: new Date() })
    .where(and(seen, signInId === undefined ? undefined : eq(signIns.id, signInId)))
    .returning({ accountId: signIns.accountId })
  await announceEnded(
    db,
    ended.map(({ accountId }) => accountId),
  )
  return ended.length
}
