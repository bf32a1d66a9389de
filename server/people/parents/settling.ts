import { sharesWithout } from '#rules/shares.ts'
import type { Care } from '#contract/people/parents.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { endRole, grantRole } from '#server/access/users/acts.ts'
import { hasAnyAccess } from './changeQueries.ts'
import { changeCare } from '#server/people/students/acts.ts'
import { listCare } from './guardianQueries.ts'

/** Gives the parent's role to people who may see a record from now on, and ends it where nothing is left to see. */
export const settleRole = async (db: Db, guardianId: string, now: Date): Promise<void> => {
  if (await hasAnyAccess(db, guardianId)) await grantRole(db, guardianId, 'parent', now)
  else await endRole(db, [guardianId], 'parent')
}

/** Children with the relationship of each guardian to them. */
export const byChild = (care: readonly Care[]): Map<string, Care[]> => Map.groupBy(care, ({ studentId }) => studentId)
export const sharesOf = (care: readonly Care[]) =>
  care.map(({ guardianId, billingPercent }) => ({ id: guardianId, percent: billingPercent }))

/** Lets those who are left divide the whole bill of each child, once somebody has gone from a household. */
export const settleShares = async (db: Db, seen: Scope<'households'>, householdId: string): Promise<void> => {
  const care = await listCare(db, seen, householdId)
  const changes = [...byChild(care)].flatMap(([studentId, each]) =>
    sharesWithout(sharesOf(each), '').map(({ id, percent }) => ({
      studentId,
      guardianId: id,
      billingPercent: percent,
    })),
  )
  await changeCare(db, changes)
}
