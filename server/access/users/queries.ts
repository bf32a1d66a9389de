import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Area } from '#contract/areas.ts'
import type { GrantedRole } from '#contract/callable.ts'
import type { userSorts } from '#contract/access/users.ts'
import type { Language } from '#contract/values.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, pageSize } from '#server/platform/keys.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Scope } from '#server/platform/scope.ts'
import { type Sorting, type SortColumn, sorting } from '#server/platform/sorting.ts'
import { changeLanguageOf, insertAccount } from '#server/access/identity/acts.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { isCurrentTerm, otherTermOf } from '#server/school/terms/tables.ts'
import { isLive, isStaff, matchesSearch, persons, roleGrants } from './tables.ts'

const id = sql<string>`coalesce(${accounts.id}, ${persons.id})`
const email = sql<string>`coalesce(${accounts.email}, ${persons.email})`
const name = sql<string>`coalesce(${persons.name}, ${accounts.displayName})`
/** An account without a person is sorted by the account's name. */
const nameOrder = (language: Language) =>
  sql<string>`coalesce(${language === 'zh' ? persons.nativeOrder : persons.nameOrder}, name_order(${accounts.displayName}, '')) collate "C"`
const nativeName = sql<string>`coalesce(${persons.nativeName}, '')`
const roles = sql<
  GrantedRole[]
>`array(select ${roleGrants.role} from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${isLive('role_grants')})`
/** The area of the administrator's grant; the widest if several overlap. */
const area = sql<Area | null>`(select ${roleGrants.area} from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${roleGrants.role} = 'admin' and ${isLive('role_grants')} order by ${roleGrants.area} = 'all' desc, ${roleGrants.startsAt} desc limit 1)`

const hasSecondFactor = sql<boolean>`exists (select 1 from second_factors f where f.account_id = ${accounts.id})`

/** Accounts except those of badges, and members of staff without an account: nobody who holds a role may be hidden. */
const isShown = sql`(${accounts.email} is not null or ${isStaff(sql`${persons.id}`)})`

const selectUsers = (db: Db) =>
  db
    .select({
      id,
      personId: persons.id,
      hasAccount: sql<boolean>`${accounts.id} is not null`,
      email,
      name,
      nativeName,
      nameOrder: nameOrder('en'),
      nativeOrder: nameOrder('zh'),
      roles,
      area,
      language: sql<Language>`coalesce(${accounts.language}, ${persons.language})`,
      isVerified: sql<boolean>`coalesce(${accounts.isVerified}, false)`,
      isDisabled: sql<boolean>`coalesce(${accounts.isDisabled}, false)`,
      hasSecondFactor,
      lastSignInAt: accounts.lastSignInAt,
    })
    .from(accounts)
    .fullJoin(persons, eq(persons.accountId, accounts.id))
    .$dynamic()
export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

type Filter = {
  search?: string | undefined
  role?: GrantedRole | undefined
  isVerified?: boolean | undefined
  isDisabled?: boolean | undefined
  hasSecondFactor?: boolean | undefined
}
const matching = ({ search, role, isVerified, isDisabled, hasSecondFactor: has }: Filter): SQL | undefined =>
  and(
    search
      ? sql`(${matchesSearch(sql`${persons.id}`, search)} or lower(${email} || ' ' || coalesce(${accounts.displayName}, '')) like ${containing(search)})`
      : undefined,
    role
      ? sql`exists (select 1 from ${roleGrants} where ${roleGrants.personId} = ${persons.id} and ${roleGrants.role} = ${role} and ${isLive('role_grants')})`
      : undefined,
    isVerified === undefined ? undefined : eq(accounts.isVerified, isVerified),
    isDisabled === undefined ? undefined : eq(accounts.isDisabled, isDisabled),
    has === undefined ? undefined : sql`${hasSecondFactor} = ${has}`,
  )

const sortColumns = (language: Language): Record<(typeof userSorts)[number], SortColumn> => ({
  name: { by: nameOrder(language), type: 'text' },
  email: { by: email, type: 'text' },
  lastSignIn: { by: sql`${accounts.lastSignInAt}`, type: 'timestamptz', isNullable: true },
})
export const sortedUsers = (
  language: Language,
  by: (typeof userSorts)[number] = 'name',
  isDown: boolean = false,
  after: string | undefined,
): Sorting => sorting(`${by} ${language}`, sortColumns(language)[by], id, isDown, after)

/** Accounts, and staff without one, in an order: one page plus one row, or at most `limit`. */
export const listUsers = (
  db: Db,
  seen: Scope<'accounts'>,
  filter: Filter,
  { where, order }: Sorting,
  limit: number = pageSize + 1,
): Promise<UserRow[]> =>
  selectUsers(db)
    .where(and(seen, isShown, matching(filter), where))
    .orderBy(order)
    .limit(limit)

/** Rows are counted up to this number, because nobody reads further. */
const countedAtMost = 10_000

/** The number of matching users, at most 10,000. */
export const countUsers = async (db: Db, seen: Scope<'accounts'>, filter: Filter): Promise<number> => {
  const found = db
    .select({ id })
    .from(accounts)
    .fullJoin(persons, eq(persons.accountId, accounts.id))
    .where(and(seen, isShown, matching(filter)))
    .limit(countedAtMost)
    .as('found')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found)
  return counted?.total ?? 0
}

/** The user with this account id, or the person with this id if they have no account. */
export const findUser = async (db: Db, seen: Scope<'accounts'>, userId: string): Promise<UserRow | undefined> =>
  (await selectUsers(db).where(and(seen, eq(accounts.id, userId))))[0] ??
  (await selectUsers(db).where(and(seen, isNull(accounts.id), eq(persons.id, userId))))[0]

type OwnUser = {
  id: string
  email: string
  name: string
  nativeName: string
  language: Language
  isVerified: boolean
}
/** The data of the scope's own account and its person. Prepared, because every screen asks for it. */
export const ownUserOf = (seenBy: (value: Record<'person' | 'account', SQL>) => Scope<'accounts'>) =>
  prepared<OwnUser, 'person' | 'account'>(
    value => sql`select ${accounts.id}, ${email} as email, ${name} as name,
      ${nativeName} as native_name, ${accounts.language}, ${accounts.isVerified}
    from ${accounts} left join ${persons} on ${persons.accountId} = ${accounts.id} where ${seenBy(value)}`,
  )

/** A person's name in their own script; empty if there is none. */
export const findNativeName = async (db: Db, personId: string): Promise<string> =>
  (await db.select({ nativeName: persons.nativeName }).from(persons).where(eq(persons.id, personId)))[0]?.nativeName ??
  ''

/** The same as `findUser`, with the account or the person locked first, so that two changes of one user take turns. */
export const lockUser = async (db: Db, seen: Scope<'accounts'>, userId: string): Promise<UserRow | undefined> => {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(seen, eq(accounts.id, userId)))
    .for('update')
  if (!account) await db.select({ id: persons.id }).from(persons).where(eq(persons.id, userId)).for('update')
  return findUser(db, seen, userId)
}

export const changeLanguage = async (db: Db, own: Scope<'accounts'>, language: Language): Promise<void> => {
  for (const id of await changeLanguageOf(db, own, language))
    await db.update(persons).set({ language }).where(eq(persons.accountId, id))
}

/**
 * The id of the account with this address, made if there is none. A new account has no password until its owner chooses
 * one.
 */
export const accountOf = async (
  db: Db,
  values: { email: string; displayName: string; language: Language; createdAt: Date },
): Promise<string> => {
  await insertAccount(db, values)
  const [found] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, values.email))
  return found!.id
}

/**
 * Links an account to the one person who has this address and no account yet. Returns null if there is none or more
 * than one.
 */
export const claimPerson = async (db: Db, accountId: string, email: string): Promise<string | null> => {
  const unclaimed = await db
    .select({ id: persons.id })
    .from(persons)
    .where(and(eq(persons.email, email), isNull(persons.accountId)))
    .limit(2)
    .for('update')
  if (unclaimed.length !== 1) return null
  await db.update(persons).set({ accountId }).where(eq(persons.id, unclaimed[0]!.id))
  return unclaimed[0]!.id
}

export type Connections = {
  isInvited: boolean
  grants: { id: string; role: GrantedRole; area: Area; startsAt: string; endsAt: string | null; isLive: boolean }[]
  teaches: { id: string; name: string; nativeName: string; otherTerm: null; crayon: never }[]
  children: { id: string; name: string; nativeName: string }[]
}

/** The records connected with an account: past and live roles, classes of running terms, and children. */
export const findConnections = async (db: Db, seen: Scope<'accounts'>, userId: string): Promise<Connections> => {
  const [found] = await rows<Connections>(
    db,
    sql`
    select accounts.password_hash is null as "isInvited",
      coalesce((select json_agg(json_build_object('id', g.id, 'role', g.role, 'area', g.area, 'startsAt', g.starts_at, 'endsAt', g.ends_at, 'isLive', ${isLive('g')})
        order by ${isLive('g')} desc, g.starts_at desc, g.id) from role_grants g where g.person_id = p.id), '[]') as grants,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'otherTerm', ${otherTermOf('t')}, 'crayon', s.crayon) order by t.starts_on, s.starts_at, s.name)
        from section_teachers st join sections s on s.id = st.section_id join terms t on t.id = s.term_id
        where st.teacher_id = p.id and ${isCurrentTerm('t')} and s.status <> 'cancelled'), '[]') as teaches,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'nativeName', c.native_name) order by c.birth_on, c.name)
        from guardianships g join persons c on c.id = g.student_id where g.guardian_id = p.id and g.has_data_access), '[]') as children
    from (select ${userId}::uuid as id) asked left join accounts on accounts.id = asked.id
      left join persons p on p.id = coalesce((select own.id from persons own where own.account_id = accounts.id),
        (select own.id from persons own where own.id = asked.id and accounts.id is null and own.account_id is null))
    where ${seen} and (accounts.id is not null or p.id is not null)`,
  )
  return found!
}
