import { eq, sql } from 'drizzle-orm'
import type { OwnCode } from '#contract/teaching/absences.ts'
import type { Db } from '#server/platform/db.ts'
import { attendance, ownCodes } from './tables.ts'

const columns = {
  id: ownCodes.id,
  code: ownCodes.code,
  name: ownCodes.name,
  nativeName: ownCodes.nativeName,
  isArchived: sql<boolean>`${ownCodes.archivedAt} is not null`,
}

export const listOwnCodes = (db: Db): Promise<OwnCode[]> =>
  db.select(columns).from(ownCodes).orderBy(ownCodes.code, ownCodes.name)

export const insertOwnCode = async (db: Db, values: typeof ownCodes.$inferInsert): Promise<OwnCode> =>
  (await db.insert(ownCodes).values(values).returning(columns))[0]!

export const lockOwnCode = async (db: Db, id: string): Promise<OwnCode | null> => {
  const [found] = await db.select(columns).from(ownCodes).where(eq(ownCodes.id, id)).for('update')
  return found ?? null
}

export const updateOwnCode = async (
  db: Db,
  id: string,
  values: Partial<typeof ownCodes.$inferInsert>,
): Promise<OwnCode> => (await db.update(ownCodes).set(values).where(eq(ownCodes.id, id)).returning(columns))[0]!

/** True where a mark uses the code. */
export const isOwnCodeUsed = async (db: Db, id: string): Promise<boolean> =>
  (await db.select({ id: attendance.ownCodeId }).from(attendance).where(eq(attendance.ownCodeId, id)).limit(1)).length >
  0
