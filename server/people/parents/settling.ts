import type { Db } from '#server/platform/db.ts'
import { endRole, grantRole } from '#server/access/users/acts.ts'
import { hasAnyAccess } from './changeQueries.ts'

/** Gives the parent's role to people who may see a record from now on, and ends it where nothing is left to see. */
export const settleRole = async (db: Db, guardianId: string, now: Date): Promise<void> => {
  if (await hasAnyAccess(db, guardianId)) await grantRole(db, guardianId, 'parent', now)
  else await endRole(db, [guardianId], 'parent')
}
