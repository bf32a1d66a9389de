import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { passkeys } from './tables.ts'

export type Passkey = typeof passkeys.$inferSelect

export const listPasskeys = (db: Db, seen: Scope<'passkeys'>) =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(seen)
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))

/** The existing keys of an account, which browsers need so that none is made twice. */
export const findCredentials = (db: Db, accountId: string) =>
  db
    .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))

/** Stores a key. Returns undefined if it is already known. */
export const insertPasskey = async (db: Db, passkey: typeof passkeys.$inferInsert): Promise<Passkey | undefined> =>
  (await db.insert(passkeys).values(passkey).onConflictDoNothing().returning())[0]

/** The key with this credential id, locked, so that its counter is updated only once. */
export const lockPasskey = async (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).for('update'))[0]

export const notePasskeyUse = (db: Db, id: string, used: { counter: number; lastUsedAt: Date }) =>
  db.update(passkeys).set(used).where(eq(passkeys.id, id))

export const renamePasskey = (db: Db, seen: Scope<'passkeys'>, id: string, name: string) =>
  db
    .update(passkeys)
    .set({ name })
    .where(and(seen, eq(passkeys.id, id)))
    .returning({ id: passkeys.id })

export const removePasskey = (db: Db, seen: Scope<'passkeys'>, id: string) =>
  db
    .delete(passkeys)
    .where(and(seen, eq(passkeys.id, id)))
    .returning({ name: passkeys.name, accountId: passkeys.accountId })
