import type { Db } from '#server/platform/db.ts'
import { endRole, grantRole } from '#server/access/users/acts.ts'
import { hasAnyAccess } from './changeQueries.ts'

/** Grants the parent role to a person who can now see a record, and ends it if they can't see any. */
export const settleRole = async (db: Db, guardianId: string, now: Date): Promise<void> => {
  if (await hasAnyAccess(db, guardianId)) await grantRole(db, guardianId, 'parent', now)
  else await endRole(db, [guardianId], 'parent')
}
