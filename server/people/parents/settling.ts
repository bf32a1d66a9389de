import type { Db } from '#server/platform/db.ts'
import { endRole, grantRole } from '#server/access/users/acts.ts'
import { conflict } from '#server/platform/errors.ts'
import { hasAnyAccess, isOnlyOneWithAccess } from './changeQueries.ts'

/** Grants the parent role to a person who can now see a record, and ends it if they can't see any. */
export const settleRole = async (db: Db, guardianId: string, now: Date): Promise<void> => {
  if (await hasAnyAccess(db, guardianId)) await grantRole(db, guardianId, 'parent', now)
  else await endRole(db, [guardianId], 'parent')
}

/** Throws if a guardian is the only one who may see the record of a child of this household. */
export const refuseLastGuardian = async (db: Db, householdId: string, guardianId: string): Promise<void> => {
  if (await isOnlyOneWithAccess(db, householdId, guardianId))
    throw conflict('LAST_GUARDIAN', 'At least one guardian must be able to see the child’s record.')
}
