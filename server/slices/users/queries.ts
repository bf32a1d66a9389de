import { and, asc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Role } from '#contract/callable.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { accounts } from '#server/slices/identity/tables.ts'
import { persons, roleGrants } from './tables.ts'

const name = sql<string>`coalesce(${persons.name}, ${accounts.displayName})`
const nativeName = sql<string>`coalesce(${persons.nativeName}, '')`
// A grant is live until it is ended; the school's clock, which dates them, may not be the world's.
const roles = sql<
  Role[]
>`array(select ${roleGrants.role} from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${roleGrants.endsAt} is null)`

const selectUsers = (db: Db) =>
  db
    .select({
      id: accounts.id,
      personId: persons.id,
      email: accounts.email,
      name,
      nativeName,
      roles,
      language: accounts.language,
      isVerified: accounts.isVerified,
      isDisabled: accounts.isDisabled,
      lastSignInAt: accounts.lastSignInAt,
    })
    .from(accounts)
    .leftJoin(persons, eq(persons.accountId, accounts.id))
    .$dynamic()
export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

type Filter = { search?: string | undefined; role?: Role | undefined; isVerified?: boolean | undefined }
const matching = ({ search, role, isVerified }: Filter): SQL | undefined => {
  const pattern = containing(search ?? '')
  return and(
    search
      ? sql`(${persons.searchText} like ${pattern} or lower(${accounts.email} || ' ' || ${accounts.displayName}) like ${pattern})`
      : undefined,
    role
      ? sql`exists (select 1 from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${roleGrants.role} = ${role} and ${roleGrants.endsAt} is null)`
      : undefined,
    isVerified === undefined ? undefined : eq(accounts.isVerified, isVerified),
  )
}

/** A page of accounts by name, one more than is shown; `after` is name and id of the last one before. */
export const listUsers = (
  db: Db,
  seen: Scope<'accounts'>,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<UserRow[]> =>
  selectUsers(db)
    .where(
      and(
        seen,
        matching(filter),
        after ? sql`(${name}, ${accounts.id}) > (${after[0]}, ${after[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(name), asc(accounts.id))
    .limit(pageSize + 1)

/** Nobody reads further than so many rows, so nobody needs to know how many more there are. */
const countedAtMost = 10_000

/** How many accounts there are, at most 10,000. */
export const countUsers = async (db: Db, seen: Scope<'accounts'>, filter: Filter): Promise<number> => {
  const found = db
    .select({ id: accounts.id })
    .from(accounts)
    .leftJoin(persons, eq(persons.accountId, accounts.id))
    .where(and(seen, matching(filter)))
    .limit(countedAtMost)
    .as('found')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found)
  return counted?.total ?? 0
}

export const findUser = async (db: Db, seen: Scope<'accounts'>, id: string): Promise<UserRow | undefined> =>
  (await selectUsers(db).where(and(seen, eq(accounts.id, id))))[0]

/** The same, with the account locked first, so that two changes of one user come one after the other. */
export const lockUser = async (db: Db, seen: Scope<'accounts'>, id: string): Promise<UserRow | undefined> => {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(seen, eq(accounts.id, id)))
    .for('update')
  return findUser(db, seen, id)
}

export const changeLanguage = async (db: Db, own: Scope<'accounts'>, language: Language): Promise<void> => {
  const changed = await db.update(accounts).set({ language }).where(own).returning({ id: accounts.id })
  for (const { id } of changed) await db.update(persons).set({ language }).where(eq(persons.accountId, id))
}

export const insertPerson = async (db: Db, person: typeof persons.$inferInsert): Promise<string> =>
  (await db.insert(persons).values(person).returning({ id: persons.id }))[0]!.id

export const endGrant = (db: Db, personId: string, role: Role, endsAt: Date) =>
  db
    .update(roleGrants)
    .set({ endsAt })
    .where(and(eq(roleGrants.personId, personId), eq(roleGrants.role, role), isNull(roleGrants.endsAt)))

/**
 * Whether somebody besides this person is an administrator who can sign in. Locks all grants of the role first, so
 * that two administrators can't end each other's at the same time.
 */
export const hasOtherAdmin = async (db: Db, personId: string): Promise<boolean> => {
  const isLive = and(eq(roleGrants.role, 'admin'), isNull(roleGrants.endsAt))
  await db.select({ id: roleGrants.id }).from(roleGrants).where(isLive).orderBy(asc(roleGrants.id)).for('update')
  const [other] = await db
    .select({ id: roleGrants.id })
    .from(roleGrants)
    .innerJoin(persons, eq(persons.id, roleGrants.personId))
    .innerJoin(accounts, eq(accounts.id, persons.accountId))
    .where(and(isLive, ne(persons.id, personId), eq(accounts.isVerified, true), eq(accounts.isDisabled, false)))
    .limit(1)
  return other !== undefined
}
