import type { Role } from '#contract/callable.ts'
import type { Db } from '#server/platform/db.ts'
import { makeTeacher } from '#server/slices/teachers/acts.ts'
import { roleGrants } from './tables.ts'

/** Grants a role from now on; a grant that is live stays as it is. A teacher gets a teacher's record with it. */
export const grantRole = async (db: Db, personId: string, role: Role, startsAt: Date): Promise<void> => {
  if (role === 'teacher') await makeTeacher(db, personId, startsAt)
  await db.insert(roleGrants).values({ personId, role, startsAt }).onConflictDoNothing()
}

export { endGrant as endRole } from './queries.ts'
