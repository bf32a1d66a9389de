import { and, eq, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { newestSetting } from '#server/school/config/acts.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isLive, persons } from '#server/access/users/tables.ts'
import { accounts, recoveryCodes, secondFactors } from './tables.ts'

export type SecondFactor = typeof secondFactors.$inferSelect

/**
 * The time from which the account beside `persons` may not act as staff, because the school requires a second factor
 * and the account has none; null if nothing is missing. With several roles, the earliest time counts.
 */
export const secondFactorBy = sql<Date | null>`(
  select min(greatest((rule.value ->> 'secondFactorSince')::timestamptz, g.starts_at)
    + make_interval(days => (rule.value ->> 'secondFactorGraceDays')::int))
  from role_grants g, lateral (select ${newestSetting('signIn')} as value) rule
  where g.person_id = ${persons.id} and g.role in ('admin', 'teacher') and ${isLive('g')}
    and not exists (select 1 from second_factors f where f.account_id = ${persons.accountId}))`.mapWith(
  (value: string | Date | null) => (value === null ? null : new Date(value)),
)

export const findSecondFactor = async (db: Db, accountId: string): Promise<SecondFactor | undefined> =>
  (await db.select().from(secondFactors).where(eq(secondFactors.accountId, accountId)))[0]

/** Stores a second factor. Returns undefined if the account already has one. */
export const insertSecondFactor = async (
  db: Db,
  factor: typeof secondFactors.$inferInsert,
): Promise<SecondFactor | undefined> =>
  (await db.insert(secondFactors).values(factor).onConflictDoNothing().returning())[0]

export const setLastStep = (db: Db, id: string, lastStep: number) =>
  db.update(secondFactors).set({ lastStep }).where(eq(secondFactors.id, id))

/** Removes an account's second factor and its recovery codes. Returns undefined if it has none. */
export const removeSecondFactor = async (db: Db, accountId: string): Promise<SecondFactor | undefined> => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  return (await db.delete(secondFactors).where(eq(secondFactors.accountId, accountId)).returning())[0]
}

/** Replaces the remaining recovery codes with new ones. */
export const putRecoveryCodes = async (db: Db, accountId: string, hashes: readonly string[]): Promise<void> => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await db.insert(recoveryCodes).values(hashes.map(codeHash => ({ accountId, codeHash })))
}

/** Uses up a recovery code. Returns false if the code is no longer there. */
export const takeRecoveryCode = async (db: Db, accountId: string, codeHash: string): Promise<boolean> =>
  (
    await db
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash)))
      .returning({ codeHash: recoveryCodes.codeHash })
  ).length === 1

export const countRecoveryCodes = (db: Db, accountId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId))

/**
 * An account's second factor, the number of recovery codes left, and the time by which it must have a second factor.
 */
export const findOwnSecondFactor = async (db: Db, own: Scope<'accounts'>, signInId: string | null) =>
  (
    await db
      .select({
        enrolledAt: secondFactors.enrolledAt,
        codesLeft: sql<number>`(select count(*)::int from recovery_codes c where c.account_id = ${accounts.id})`,
        neededBy: secondFactorBy,
        provider: sql<string | null>`(select s.provider from sign_ins s where s.id = ${signInId}::uuid)`,
        hasPassword: sql<boolean>`${accounts.passwordHash} is not null`,
      })
      .from(accounts)
      .leftJoin(persons, eq(persons.accountId, accounts.id))
      .leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
      .where(own)
  )[0]

/** The number of accounts with a staff role, and how many of them sign in without a second factor. */
export const countStaff = async (db: Db, seen: Scope<'accounts'>): Promise<{ staff: number; without: number }> => {
  const [counted] = await rows<{ staff: number; without: number }>(
    db,
    sql`select count(*)::int as staff,
      count(*) filter (where not exists (select 1 from second_factors f where f.account_id = accounts.id)
        and not exists (select 1 from passkeys k where k.account_id = accounts.id))::int as without
    from accounts join persons p on p.account_id = accounts.id
    where ${seen} and not accounts.is_disabled and exists
      (select 1 from role_grants g where g.person_id = p.id and g.role in ('admin', 'teacher') and ${isLive('g')})`,
  )
  return counted!
}
