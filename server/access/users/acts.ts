import { and, asc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Area } from '#contract/areas.ts'
import type { GrantedRole } from '#contract/callable.ts'
import { type Db, inPieces } from '#server/platform/db.ts'
import { denied } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import { oneOf } from '#server/platform/keys.ts'
import { makeAccount } from '#server/access/identity/acts.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { insertPerson } from './personQueries.ts'
import { isLive, isStaff, persons, roleGrants } from './tables.ts'

export { inviteAgreed, sortOutInvitations } from './inviting.ts'
export type { Invitee } from './invitingQueries.ts'
export {
  changeContact,
  changePerson,
  changePersonAndAccount,
  insertPerson,
  insertPersons,
  joinPerson,
  noteOtherPhones,
  takeByAddress,
} from './personQueries.ts'

/** The area of a grant and its end; `endsAt` is an instant in real time, or null for no end. */
export type Terms = { area: Area; endsAt: Date | null }

// Truncated to the column's milliseconds, not rounded: rounded up, the role would hold a moment longer.
const worldNow = sql`date_trunc('milliseconds', now())`

const liveGrants = (personId: string, role: GrantedRole) =>
  and(eq(roleGrants.personId, personId), eq(roleGrants.role, role), isLive('role_grants'))

/** Makes the first administrator: account, person and role. */
export const insertAdministrator = async (
  db: Db,
  admin: { email: string; name: string; passwordHash: string; language: 'en' | 'zh'; at: Date },
): Promise<void> => {
  const { email, name, passwordHash, language, at } = admin
  const accountId = await makeAccount(db, {
    email,
    displayName: name,
    passwordHash,
    passwordUpdatedAt: at,
    isVerified: true,
    language,
  })
  const personId = await insertPerson(db, { accountId, name, email, language })
  await db.insert(roleGrants).values({ personId, role: 'admin', startsAt: at })
}

/**
 * Grants a role from `startsAt` on. To make a teacher, also call `makeTeacher` for the teacher's record. A live grant
 * stays as it is, except that `terms`, if given, replace its own. Locks the person, so that two grants take turns.
 */
export const grantRole = async (
  db: Db,
  personId: string,
  role: GrantedRole,
  startsAt: Date,
  terms?: Terms,
): Promise<void> => {
  await db.select({ id: persons.id }).from(persons).where(eq(persons.id, personId)).for('update')
  const [live] = await db.select({ id: roleGrants.id }).from(roleGrants).where(liveGrants(personId, role)).limit(1)
  if (!live) await db.insert(roleGrants).values({ personId, role, startsAt, ...terms })
  else if (terms) await db.update(roleGrants).set(terms).where(liveGrants(personId, role))
}

/** Gives these people the role of a parent. Those who have it keep it. */
export const grantParents = async (db: Db, personIds: readonly string[], startsAt: Date): Promise<void> => {
  await db
    .insert(roleGrants)
    .values(personIds.map(personId => ({ personId, role: 'parent' as const, startsAt })))
    .onConflictDoNothing()
}

/** Ends a role of these people now. */
export const endRole = async (db: Db, personIds: readonly string[], role: GrantedRole): Promise<void> => {
  await db
    .update(roleGrants)
    .set({ endsAt: worldNow })
    .where(and(oneOf(sql`${roleGrants.personId}`, personIds), eq(roleGrants.role, role), isLive('role_grants')))
}

/** Gives these people a role again that was ended. Those who have it keep it. */
export const grantAgain = async (
  db: Db,
  personIds: readonly string[],
  role: GrantedRole,
  startsAt: Date,
): Promise<void> => {
  const held = db
    .select({ id: roleGrants.personId })
    .from(roleGrants)
    .where(and(eq(roleGrants.role, role), isLive('role_grants')))
  const without = await db
    .select({ id: persons.id })
    .from(persons)
    .where(and(oneOf(sql`${persons.id}`, personIds), notInArray(persons.id, held)))
    .for('update')
  await inPieces(without, piece =>
    db.insert(roleGrants).values(piece.map(({ id }) => ({ personId: id, role, startsAt }))),
  )
}

/**
 * True if another person is a full administrator without an end date and can sign in. Locks all such grants first, so
 * that two administrators can't end each other's role at the same time.
 */
export const hasOtherAdmin = async (db: Db, personId: string): Promise<boolean> => {
  const isForGood = and(eq(roleGrants.role, 'admin'), eq(roleGrants.area, 'all'), isNull(roleGrants.endsAt))
  await db.select({ id: roleGrants.id }).from(roleGrants).where(isForGood).orderBy(asc(roleGrants.id)).for('update')
  const [other] = await db
    .select({ id: roleGrants.id })
    .from(roleGrants)
    .innerJoin(persons, eq(persons.id, roleGrants.personId))
    .innerJoin(accounts, eq(accounts.id, persons.accountId))
    .where(and(isForGood, ne(persons.id, personId), eq(accounts.isVerified, true), eq(accounts.isDisabled, false)))
    .limit(1)
  return other !== undefined
}

/**
 * Ends the staff roles of an account's person before the account is removed, so that the next person with their address
 * doesn't get them. Returns false and does nothing for the last full administrator.
 */
export const endStaffRoles = async (db: Db, accountId: string): Promise<boolean> => {
  const [person] = await db
    .select({ id: persons.id })
    .from(persons)
    .where(eq(persons.accountId, accountId))
    .for('update')
  if (!person) return true
  const live = and(
    eq(roleGrants.personId, person.id),
    inArray(roleGrants.role, ['admin', 'teacher']),
    isLive('role_grants'),
  )
  const held = await db.select({ role: roleGrants.role, area: roleGrants.area }).from(roleGrants).where(live)
  if (held.some(({ role, area }) => role === 'admin' && area === 'all') && !(await hasOtherAdmin(db, person.id)))
    return false
  await db.update(roleGrants).set({ endsAt: worldNow }).where(live)
  return true
}

/**
 * Throws `AREA_NEEDED` if a caller other than a full administrator changes the email address of a member of staff,
 * because anyone who reads the mails of an address gets the invitation to its roles.
 */
export const guardStaffEmail = async (db: Db, actor: Actor, personId: string, email: string): Promise<void> => {
  if (actor.area === 'all') return
  const [changed] = await db
    .select({ id: persons.id })
    .from(persons)
    .where(and(eq(persons.id, personId), ne(persons.email, email), isStaff(sql`${persons.id}`)))
  if (changed)
    throw denied('AREA_NEEDED', 'Only a full administrator can change the email address of a member of staff.')
}
