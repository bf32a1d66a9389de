import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Area } from '#contract/areas.ts'
import type { Role } from '#contract/callable.ts'
import type { Db } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { makeTeacher } from '#server/slices/teachers/acts.ts'
import { isLive, persons, roleGrants } from './tables.ts'

export { type Invitee, inviteAgreed, sortOutInvitations } from './inviting.ts'

/** How far a grant reaches and until when; `endsAt` is an instant of the world's clock. */
export type Terms = { area: Area; endsAt: Date | null }

// Cut, not rounded to the column's milliseconds: rounded up, the role would hold for a moment longer.
const worldNow = sql`date_trunc('milliseconds', now())`

const liveGrants = (personId: string, role: Role) =>
  and(eq(roleGrants.personId, personId), eq(roleGrants.role, role), isLive('role_grants'))

/**
 * Grants a role from now on; a teacher gets a teacher's record with it. A grant that is live stays as it is, but that
 * `terms`, where given, take the place of its own. Holds the person, so that two grants come one after the other.
 */
export const grantRole = async (db: Db, personId: string, role: Role, startsAt: Date, terms?: Terms): Promise<void> => {
  await db.select({ id: persons.id }).from(persons).where(eq(persons.id, personId)).for('update')
  if (role === 'teacher') await makeTeacher(db, personId, startsAt)
  const [live] = await db.select({ id: roleGrants.id }).from(roleGrants).where(liveGrants(personId, role)).limit(1)
  if (!live) await db.insert(roleGrants).values({ personId, role, startsAt, ...terms })
  else if (terms) await db.update(roleGrants).set(terms).where(liveGrants(personId, role))
}

/** Ends a role of these people now. */
export const endRole = async (db: Db, personIds: readonly string[], role: Role): Promise<void> => {
  await db
    .update(roleGrants)
    .set({ endsAt: worldNow })
    .where(and(oneOf(sql`${roleGrants.personId}`, personIds), eq(roleGrants.role, role), isLive('role_grants')))
}

/** Gives these people a role again that was ended; who has it keeps it. */
export const grantAgain = async (db: Db, personIds: readonly string[], role: Role, startsAt: Date): Promise<void> => {
  const held = db
    .select({ id: roleGrants.personId })
    .from(roleGrants)
    .where(and(eq(roleGrants.role, role), isLive('role_grants')))
  const without = await db
    .select({ id: persons.id })
    .from(persons)
    .where(and(oneOf(sql`${persons.id}`, personIds), notInArray(persons.id, held)))
    .for('update')
  if (without.length > 0)
    await db.insert(roleGrants).values(without.map(({ id }) => ({ personId: id, role, startsAt })))
}
