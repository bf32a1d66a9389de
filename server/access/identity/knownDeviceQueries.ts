import { and, count, eq, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { knownDevices } from './tables.ts'

const isOf = (accountId: string, deviceHash: string) =>
  and(eq(knownDevices.accountId, accountId), eq(knownDevices.deviceHash, deviceHash))

export const isKnownDevice = async (db: Db, accountId: string, deviceHash: string): Promise<boolean> =>
  (await db.select({ deviceHash: knownDevices.deviceHash }).from(knownDevices).where(isOf(accountId, deviceHash)))
    .length > 0

/** Deletes the devices on which nobody has signed in to the account since `before`. */
export const forgetDevices = (db: Db, accountId: string, before: Date) =>
  db.delete(knownDevices).where(and(eq(knownDevices.accountId, accountId), lte(knownDevices.seenAt, before)))

/** Updates the time at which a device was last seen. Returns false if the device isn't known. */
export const renewDevice = async (db: Db, accountId: string, deviceHash: string, at: Date): Promise<boolean> =>
  (
    await db
      .update(knownDevices)
      .set({ seenAt: at })
      .where(isOf(accountId, deviceHash))
      .returning({ deviceHash: knownDevices.deviceHash })
  ).length > 0

export const countDevices = async (db: Db, accountId: string): Promise<number> => {
  const [found] = await db.select({ n: count() }).from(knownDevices).where(eq(knownDevices.accountId, accountId))
  return found!.n
}

export const insertDevice = (db: Db, values: typeof knownDevices.$inferInsert) =>
  db.insert(knownDevices).values(values).onConflictDoNothing()
