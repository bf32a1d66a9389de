import type { Language } from '#contract/values.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Area } from '#contract/areas.ts'
import type { Role } from '#contract/callable.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { mails } from '#server/platform/tables.ts'
import { school } from '#server/school/config/tables.ts'
import { badges } from '#server/people/badges/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { isLive, isStaff, persons, roleGrants } from '#server/access/users/tables.ts'
import { badgeProvider } from './staffRoles.ts'
import { secondFactorBy } from './secondFactorQueries.ts'
import {
  accounts,
  actionCodes,
  attempts,
  providerLinks,
  secondFactors,
  signingKeys,
  signInLinks,
  signIns,
} from './tables.ts'

/** An account with an address. Every account has one except those of children who sign in with a badge. */
export type Account = AnyAccount & { email: string }
export type AnyAccount = typeof accounts.$inferSelect
export type SignIn = typeof signIns.$inferSelect
export type ActionCode = typeof actionCodes.$inferSelect
export type SigningKey = typeof signingKeys.$inferSelect

const liveRoles = sql<
  Role[]
>`array(select ${roleGrants.role} from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${isLive('role_grants')})`
/** A person who signed in with a badge is only a student. */
const rolesOf = sql<Role[]>`case when ${badges.studentId} is null then ${liveRoles} else array['student'] end`
/** The area of the administrator's grant; the widest if several overlap. */
const liveArea = sql<Area | null>`(select ${roleGrants.area} from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${roleGrants.role} = 'admin' and ${isLive('role_grants')} order by ${roleGrants.area} = 'all' desc, ${roleGrants.startsAt} desc limit 1)`

/** The first time at which one of the live roles ends. */
const firstRoleEnd =
  sql<Date | null>`(select min(${roleGrants.endsAt}) from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${isLive('role_grants')})`.mapWith(
    (value: string | Date | null) => (value === null ? null : new Date(value)),
  )

/** A badge is valid until it is ended or its student is archived. */
const isGood = and(
  isNull(badges.endedAt),
  sql`${badges.studentId} in (select ${students.id} from ${students} where ${students.archivedAt} is null)`,
)
const isBadgeOf = and(eq(badges.accountId, accounts.id), isGood)
const isPersonOf = or(eq(persons.accountId, accounts.id), eq(persons.id, badges.studentId))

/** True if the school has this address on file for a person, and so expects them. */
export const isKnownAddress = async (db: Db, email: string): Promise<boolean> =>
  (await db.select({ id: persons.id }).from(persons).where(eq(persons.email, email)).limit(1)).length === 1

// --- who is calling

const selectActor = (db: Db) =>
  db
    .select({
      accountId: accounts.id,
      signInId: signIns.id,
      authTime: signIns.authTime,
      email: sql<string>`coalesce(${accounts.email}, '')`,
      isVerified: accounts.isVerified,
      displayName: accounts.displayName,
      language: accounts.language,
      personId: persons.id,
      personName: persons.name,
      roles: rolesOf,
      area: liveArea,
      provider: signIns.provider,
      secondFactorBy,
      expiresAt: signIns.expiresAt,
      cookieExpiresAt: signIns.cookieExpiresAt,
      roleEndsAt: firstRoleEnd,
    })
    .from(signIns)
    .innerJoin(accounts, eq(accounts.id, signIns.accountId))
    .leftJoin(badges, isBadgeOf)
    .leftJoin(persons, isPersonOf)
const isAlive = and(
  isNull(signIns.revokedAt),
  gt(signIns.expiresAt, sql.placeholder('now')),
  eq(accounts.isDisabled, false),
  // An account without an address can be used only while its badge is valid.
  or(isNotNull(accounts.email), isNotNull(badges.studentId)),
)

const prepareActorLookups = (db: Db) => ({
  bySignIn: selectActor(db)
    .where(and(eq(signIns.id, sql.placeholder('signInId')), eq(accounts.id, sql.placeholder('accountId')), isAlive))
    .prepare('identity_actor_by_sign_in'),
  byCookie: selectActor(db)
    .where(
      and(
        eq(signIns.cookieHash, sql.placeholder('cookieHash')),
        gt(signIns.cookieExpiresAt, sql.placeholder('now')),
        isAlive,
      ),
    )
    .prepare('identity_actor_by_cookie'),
})
const prepared = new WeakMap<Db, ReturnType<typeof prepareActorLookups>>()

/** The lookups that every call makes, prepared once per database. `db` must be the pool's, not a transaction's. */
export const actorLookups = (db: Db): ReturnType<typeof prepareActorLookups> => {
  const lookups = prepared.get(db) ?? prepareActorLookups(db)
  prepared.set(db, lookups)
  return lookups
}

// --- accounts and their persons

export const findAccountByEmail = async (db: Db, email: string): Promise<Account | undefined> =>
  withAddress((await db.select().from(accounts).where(eq(accounts.email, email)))[0])

/** The account if it has an address of its own, else undefined. */
export const withAddress = (account: AnyAccount | undefined): Account | undefined =>
  account && account.email !== null ? { ...account, email: account.email } : undefined

/** The account of a full administrator, the oldest if there are several; undefined if there is none. */
export const findFullAdministrator = async (db: Db): Promise<Account | undefined> => {
  const [found] = await db
    .select({ account: accounts })
    .from(accounts)
    .innerJoin(persons, eq(persons.accountId, accounts.id))
    .innerJoin(roleGrants, eq(roleGrants.personId, persons.id))
    .where(
      and(eq(roleGrants.role, 'admin'), eq(roleGrants.area, 'all'), isLive('role_grants'), isNotNull(accounts.email)),
    )
    .orderBy(accounts.createdAt)
    .limit(1)
  return withAddress(found?.account)
}

export const lockAccount = async (db: Db, accountId: string): Promise<Account | undefined> =>
  withAddress((await db.select().from(accounts).where(eq(accounts.id, accountId)).for('update'))[0])

/** The account of a valid badge with this code, locked; undefined if there is none. */
export const lockBadgeAccount = async (db: Db, codeHash: string): Promise<AnyAccount | undefined> =>
  (
    await db
      .select({ account: accounts })
      .from(badges)
      .innerJoin(accounts, eq(accounts.id, badges.accountId))
      .where(and(eq(badges.codeHash, codeHash), isGood))
      .for('update', { of: accounts })
  )[0]?.account

/** An account with its person's data, its second factor, and its identities at providers of sign-ins. */
export type Holder = {
  account: AnyAccount
  personName: string | null
  /** All live roles, including those that wait for a second factor (staffRoles.ts). */
  roles: Role[]
  secondFactorBy: Date | null
  factor: typeof secondFactors.$inferSelect | null
  links: ProviderLink[]
}
type ProviderLink = { providerId: string; subject: string }
export const findHolder = async (db: Db, accountId: string): Promise<Holder | undefined> =>
  (
    await db
      .select({
        account: accounts,
        personName: persons.name,
        roles: rolesOf,
        secondFactorBy,
        factor: secondFactors,
        links: sql<
          ProviderLink[]
        >`coalesce((select json_agg(json_build_object('providerId', l.provider_id, 'subject', l.subject) order by l.linked_at)
          from ${providerLinks} l where l.account_id = ${accounts.id}), '[]')`,
      })
      .from(accounts)
      .leftJoin(badges, isBadgeOf)
      .leftJoin(persons, isPersonOf)
      .leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
      .where(eq(accounts.id, accountId))
  )[0]

/** Inserts an account. Returns undefined if the address already has one. */
export const insertAccount = async (db: Db, account: typeof accounts.$inferInsert): Promise<Account | undefined> =>
  withAddress(
    (await db.insert(accounts).values(account).onConflictDoNothing({ target: accounts.email }).returning())[0],
  )

/** Inserts an account. If the address already has one, this throws a unique violation. */
export const makeAccount = async (db: Db, account: typeof accounts.$inferInsert): Promise<string> =>
  (await db.insert(accounts).values(account).returning({ id: accounts.id }))[0]!.id

/** Inserts the accounts of badges that have none yet. */
export const insertBadgeAccounts = async (db: Db, made: readonly { id: string; createdAt: Date }[]): Promise<void> => {
  await db
    .insert(accounts)
    .values(made.map(each => ({ ...each, isVerified: true })))
    .onConflictDoNothing({ target: accounts.id })
}

/** Changes the language of accounts. Returns their ids. */
export const changeLanguageOf = async (db: Db, own: Scope<'accounts'>, language: Language): Promise<string[]> =>
  (await db.update(accounts).set({ language }).where(own).returning({ id: accounts.id })).map(({ id }) => id)

export const changeAccount = async (
  db: Db,
  accountId: string,
  change: Partial<typeof accounts.$inferInsert>,
): Promise<Account | undefined> =>
  withAddress((await db.update(accounts).set(change).where(eq(accounts.id, accountId)).returning())[0])

export const removeAccount = (db: Db, accountId: string) => db.delete(accounts).where(eq(accounts.id, accountId))

export const lockPerson = async (db: Db, personId: string) =>
  (await db.select().from(persons).where(eq(persons.id, personId)).for('update'))[0]

export const findPersonOf = async (db: Db, accountId: string) =>
  (await db.select().from(persons).where(eq(persons.accountId, accountId)))[0]

/**
 * The persons with this address who have no account yet and don't work for the school, locked; at most two, because
 * with more than one it can't be decided whose address it is.
 */
export const lockUnclaimedPersons = (db: Db, email: string) =>
  db
    .select({ id: persons.id })
    .from(persons)
    .where(and(eq(persons.email, email), isNull(persons.accountId), not(isStaff(sql`${persons.id}`))))
    .limit(2)
    .for('update')

export const linkPerson = (db: Db, personId: string, values: { accountId: string; language?: Language }) =>
  db.update(persons).set(values).where(eq(persons.id, personId))

export const changePersonEmail = (db: Db, accountId: string, from: string, to: string) =>
  db
    .update(persons)
    .set({ email: to })
    .where(and(eq(persons.accountId, accountId), eq(persons.email, from)))

/** The school's name and address for letters; null before the first run. */
export const findSchool = async (db: Db) =>
  (await db.select({ name: school.name, nativeName: school.nativeName, email: school.email }).from(school))[0] ?? null

/** True if a letter with this subject was written to this address since then. */
export const hasLetterSince = async (db: Db, to: string, subject: string, since: Date): Promise<boolean> =>
  (
    await db
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.to, to), eq(mails.subject, subject), gt(mails.queuedAt, since)))
      .limit(1)
  ).length > 0

// --- sign-ins

export const insertSignIn = async (db: Db, signIn: typeof signIns.$inferInsert): Promise<SignIn> =>
  (await db.insert(signIns).values(signIn).returning())[0]!

/**
 * The row of a sign-in, whether or not it has ended and whatever the state of its account; undefined if there is none.
 */
export const findSignIn = async (db: Db, signInId: string): Promise<SignIn | undefined> =>
  (await db.select().from(signIns).where(eq(signIns.id, signInId)))[0]

/** The sign-in with this refresh hash, which may also be derived from a hosted service's sign-in. */
export const findSignInOfRefresh = async (db: Db, refreshHash: string): Promise<SignIn | undefined> =>
  (await db.select().from(signIns).where(eq(signIns.refreshHash, refreshHash)))[0]

/** The sign-in that a refresh token belongs or belonged to, locked, so that two tabs take turns. */
export const lockSignInOfRefresh = async (db: Db, refreshHash: string): Promise<SignIn | undefined> =>
  (
    await db
      .select()
      .from(signIns)
      .where(or(eq(signIns.refreshHash, refreshHash), eq(signIns.previousRefreshHash, refreshHash)))
      .limit(1)
      .for('update')
  )[0]

export const changeSignIn = (db: Db, signInId: string, change: Partial<typeof signIns.$inferInsert>) =>
  db.update(signIns).set(change).where(eq(signIns.id, signInId))

/** Ends the matching sign-ins, and the event streams opened with them (migration 0024). Returns how many. */
const revoke = async (db: Db, which: SQL | undefined, at: Date): Promise<number> =>
  (await db.update(signIns).set({ revokedAt: at }).where(which).returning({ id: signIns.id })).length

/** Ends all sign-ins of these accounts. */
export const revokeSignInsOf = (db: Db, accountIds: readonly string[], at: Date) =>
  revoke(db, and(inArray(signIns.accountId, [...accountIds]), isNull(signIns.revokedAt)), at)

/** Ends all sign-ins by badge. */
export const endBadgeSignIns = (db: Db, at: Date) =>
  revoke(db, and(eq(signIns.provider, badgeProvider), isNull(signIns.revokedAt)), at)

export const revokeSignInOfCookie = (db: Db, cookieHash: string, at: Date) =>
  revoke(db, and(eq(signIns.cookieHash, cookieHash), isNull(signIns.revokedAt)), at)

export const listSignIns = (db: Db, seen: Scope<'sign_ins'>, now: Date) =>
  db
    .select({ id: signIns.id, device: signIns.device, signedInAt: signIns.authTime, lastUsedAt: signIns.lastUsedAt })
    .from(signIns)
    .where(and(seen, gt(signIns.expiresAt, now)))
    .orderBy(desc(signIns.lastUsedAt), desc(signIns.id))

/** Ends the sign-ins of a scope: all of them, only the one with id `only`, or all but `but`. Returns how many. */
export const endSignIns = (
  db: Db,
  seen: Scope<'sign_ins'>,
  at: Date,
  { only, but }: { only?: string | undefined; but?: string | null } = {},
): Promise<number> =>
  revoke(
    db,
    and(seen, only === undefined ? undefined : eq(signIns.id, only), but ? ne(signIns.id, but) : undefined),
    at,
  )

// --- codes sent by mail

/** Stores a code in place of the older one of the same account and kind. */
export const putCode = (db: Db, code: ActionCode) =>
  db
    .insert(actionCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [actionCodes.accountId, actionCodes.kind],
      set: { codeHash: code.codeHash, email: code.email, newEmail: code.newEmail, expiresAt: code.expiresAt },
    })

export const findCode = async (db: Db, codeHash: string): Promise<ActionCode | undefined> =>
  (await db.select().from(actionCodes).where(eq(actionCodes.codeHash, codeHash)))[0]

/** Uses up a code. Returns undefined if another request was faster. */
export const takeCode = async (db: Db, codeHash: string): Promise<ActionCode | undefined> =>
  (await db.delete(actionCodes).where(eq(actionCodes.codeHash, codeHash)).returning())[0]

/** Invalidates an account's codes, except those of the kind `kept`. */
export const removeCodesOf = (db: Db, accountId: string, kept?: ActionCode['kind']) =>
  db
    .delete(actionCodes)
    .where(and(eq(actionCodes.accountId, accountId), kept === undefined ? undefined : ne(actionCodes.kind, kept)))

/**
 * Stores a sign-in link in place of the older one of its address, and deletes links that expired more than a day ago.
 */
export const putSignInLink = async (db: Db, link: typeof signInLinks.$inferSelect, now: Date): Promise<void> => {
  await db.delete(signInLinks).where(lte(signInLinks.expiresAt, new Date(now.getTime() - 24 * 60 * 60_000)))
  const { codeHash, expiresAt } = link
  await db
    .insert(signInLinks)
    .values(link)
    .onConflictDoUpdate({ target: signInLinks.email, set: { codeHash, expiresAt } })
}

export const findSignInLink = async (db: Db, codeHash: string) =>
  (await db.select().from(signInLinks).where(eq(signInLinks.codeHash, codeHash)))[0]

/** Uses up a link. Returns undefined if another request was faster. */
export const takeSignInLink = async (db: Db, codeHash: string) =>
  (await db.delete(signInLinks).where(eq(signInLinks.codeHash, codeHash)).returning())[0]

// --- keys that sign tokens

export const listSigningKeys = (db: Db): Promise<SigningKey[]> =>
  db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt), desc(signingKeys.id))

export const insertSigningKey = (db: Db, key: typeof signingKeys.$inferInsert) => db.insert(signingKeys).values(key)

/**
 * Retires the signing keys. A retired key still verifies tokens for a while but signs nothing; its private part is
 * deleted.
 */
export const retireSigningKeys = (db: Db, at: Date) =>
  db.update(signingKeys).set({ retiredAt: at, privateJwk: '' }).where(isNull(signingKeys.retiredAt))

export const removeSigningKeysRetiredBefore = (db: Db, at: Date) =>
  db.delete(signingKeys).where(lte(signingKeys.retiredAt, at))

// --- counters

/** The counters of these keys, created if missing, and locked in sorted order to avoid deadlocks. */
export const lockAttempts = (db: Db, keys: readonly string[], now: Date) =>
  db
    .insert(attempts)
    .values(keys.toSorted().map(key => ({ key, count: 0, windowEndsAt: now })))
    .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count}` } })
    .returning()

export const saveAttempt = (db: Db, { key, ...counted }: typeof attempts.$inferSelect) =>
  db.update(attempts).set(counted).where(eq(attempts.key, key))

export const clearAttempts = (db: Db, key: string) => db.delete(attempts).where(eq(attempts.key, key))

/** Deletes a counter together with those of each network and device. */
export const clearAllAttempts = (db: Db, key: string) =>
  db.delete(attempts).where(or(eq(attempts.key, key), sql`starts_with(${attempts.key}, ${`${key} `})`))
