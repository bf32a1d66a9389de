import type { Language } from '#contract/values.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { type ClaimCandidate, claimReasons, claimTries, type claimViews } from '#contract/enrolment/claims.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { peopleMeant, phoneNumber } from '#server/access/users/tables.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { claimCodes, familyClaims } from './tables.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'

/** The family of the person `p`: its children, not archived, whose data `p` may see. */
const theirs = sql`from guardianships g join students s on s.id = g.student_id and s.archived_at is null join persons c on c.id = s.id
  join households h on h.id = s.household_id where g.guardian_id = p.id and g.has_data_access`
const children = sql`coalesce((select json_agg(json_build_object('name', c.name, 'nativeName', c.native_name) order by c.birth_on, c.name) ${theirs}), '[]')`
const home = (column: SQL): SQL => sql`(select ${column} ${theirs} order by h.created_at, h.id limit 1)`

/**
 * Locks an account, so that only one of its claims is settled at a time. `isSomebody` says whether it belongs to a
 * person already.
 */
export const lockAccount = async (
  db: Db,
  accountId: string,
): Promise<{ email: string; name: string; language: 'en' | 'zh'; isSomebody: boolean } | null> => {
  const [found] = await db
    .select({
      email: sql<string>`coalesce(${accounts.email}, '')`,
      name: accounts.displayName,
      language: accounts.language,
      isSomebody: sql<boolean>`exists (select 1 from persons where persons.account_id = accounts.id)`,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update')
  return found ?? null
}

type Offered = Output<'claims-offer'>
/** People on file who may be the caller, with their families, except those that the caller has declined. */
export const listOffered = (db: Db, of: Scope<'persons'>, own: Scope<'family_claims'>): Promise<Offered['people']> =>
  rows(
    db,
    sql`
    select p.id as "personId", p.name, p.native_name, ${home(sql`h.name`)} as household, ${children} as children
    from persons p where ${of} and not exists (select 1 from family_claims where ${own} and family_claims.person_id = p.id and family_claims.status = 'declined')
    order by p.name_order, p.id limit 6`,
  )

/** A person on file with their family, as shown to the caller who entered the code sent to that person. */
export const findFamilyOf = async (db: Db, of: Scope<'persons'>): Promise<Output<'claims-enter'>['family']> =>
  (
    await rows<NonNullable<Output<'claims-enter'>['family']>>(
      db,
      sql`select p.name, p.native_name, ${home(sql`h.name`)} as household, ${children} as children
        from persons p where ${of}`,
    )
  )[0] ?? null

/** The caller's waiting claim, and the office's answer to the previous one. */
export const findOwn = async (
  db: Db,
  own: Scope<'family_claims'>,
  now: Date,
): Promise<{ waiting: Offered['waiting']; refusal: Offered['refusal'] }> => {
  const [found] = await rows<{ waiting: Offered['waiting']; refusal: Offered['refusal'] }>(
    db,
    sql`
    select (select json_build_object('status', status, 'expiresAt', ${asInstant(sql`expires_at`)}, 'triesLeft', greatest(0, ${sql.raw(String(claimTries))} - tries), 'createdAt', ${asInstant(sql`created_at`)})
        from family_claims where ${own} and (status = 'asked' or (status = 'sent' and expires_at > ${now.toISOString()}::timestamptz))
        order by created_at desc limit 1) as waiting,
      (select case when status = 'refused' then json_build_object('note', answer) end from family_claims where ${own} and status in ('refused','joined','asked')
        order by created_at desc limit 1) as refusal`,
  )
  return found!
}

/** Locks the caller's claim that waits for a code. */
export const lockSent = async (db: Db, own: Scope<'family_claims'>) => {
  const [found] = await db
    .select()
    .from(familyClaims)
    .where(and(own, eq(familyClaims.status, 'sent')))
    .for('update')
  return found ?? null
}
export const lockAsked = async (db: Db, seen: Scope<'family_claims'>, id: string) => {
  const [found] = await db
    .select()
    .from(familyClaims)
    .where(and(seen, eq(familyClaims.id, id)))
    .for('update')
  return found ?? null
}

export const insertClaims = async (db: Db, values: (typeof familyClaims.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(familyClaims).values(values)
}
export const changeClaim = (db: Db, id: string, values: Partial<typeof familyClaims.$inferInsert>) =>
  db.update(familyClaims).set(values).where(eq(familyClaims.id, id))
/** Stores the codes sent for a claim, as hashes. */
export const insertCodes = async (db: Db, values: (typeof claimCodes.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(claimCodes).values(values)
}
/** Locks a claim until the transaction ends. */
export const lockClaim = (db: Db, id: string) =>
  rows(db, sql`select 1 from family_claims where id = ${id}::uuid for update`)
/**
 * Deletes the codes of claims created before `before` that don't wait for the office's answer, and clears what was said
 * in those claims.
 */
export const forgetSettled = async (db: Db, before: Date): Promise<void> => {
  const day = before.toISOString()
  await rows(
    db,
    sql`delete from claim_codes using family_claims k
      where k.id = claim_id and k.status <> 'asked' and k.created_at < ${day}::timestamptz`,
  )
  await rows(
    db,
    sql`update family_claims set child_name = '', birth_on = null, phone = '', note = ''
      where status <> 'asked' and created_at < ${day}::timestamptz and (child_name <> '' or birth_on is not null or phone <> '' or note <> '')`,
  )
}
/** The person to whose address this code of a claim was sent. */
export const findCode = async (db: Db, claimId: string, codeHash: string): Promise<{ personId: string } | undefined> =>
  (
    await db
      .select({ personId: claimCodes.personId })
      .from(claimCodes)
      .where(and(eq(claimCodes.claimId, claimId), eq(claimCodes.codeHash, codeHash)))
  )[0]
export const deleteCodes = (db: Db, claimId: string) => db.delete(claimCodes).where(eq(claimCodes.claimId, claimId))
/** Ends the account's open claims of one status, since a new one replaces them. */
export const endOpen = (db: Db, own: Scope<'family_claims'>, status: 'sent' | 'asked', at: Date) =>
  db
    .update(familyClaims)
    .set({ status: 'lapsed', answeredAt: at })
    .where(and(own, eq(familyClaims.status, status)))

/** The joins that find a person `p` whom a request `k` of `asked` may mean, by what the two have in common. */
const common = {
  child: sql`persons c on c.birth_on = k.birth_on and btrim(fold(k.child_name)) <> ''
      and fold(btrim(k.child_name)) in (fold(c.name), fold(c.native_name), fold(c.preferred_name), fold(split_part(c.name, ' ', 1)))
    join students s on s.id = c.id and s.archived_at is null
    join guardianships g on g.student_id = s.id and g.has_data_access join persons p on p.id = g.guardian_id`,
  phone: sql`persons p on length(${phoneNumber(sql`k.phone`)}) >= 7 and ${phoneNumber(sql`p.phone`)} = ${phoneNumber(sql`k.phone`)}`,
  email: sql`persons p on p.email <> '' and p.email = k.email`,
  name: sql`(select id, fold(name) as called from persons union select id, fold(native_name) from persons) p on k.name <> '' and p.called = fold(k.name)`,
}
/** Candidates for all claims in `asked`, found in one pass: each claim with each person and each reason. */
const meant = (...reasons: readonly (keyof typeof common)[]): SQL =>
  sql.join(
    reasons.map(
      (reason, n) =>
        sql`select k.id as claim_id, p.id as person_id, ${sql.raw(`'${reason}' as reason, ${n} as nth`)} from asked k join ${common[reason]}`,
    ),
    sql` union `,
  )
const candidate = (
  why: SQL,
): SQL => sql`json_build_object('personId', p.id, 'name', p.name, 'nativeName', p.native_name, 'householdId', ${home(sql`h.id`)},
  'household', ${home(sql`h.name`)}, 'householdNativeName', ${home(nativeHousehold(sql`h.id`, sql`h.name`))}, 'email', p.email, 'phone', p.phone, 'children', ${children}, 'reasons', ${why})`

type Row = Output<'claims-list'>['rows'][number]
type Filter = { search: string; view: (typeof claimViews)[number] }
const matching = (seen: Scope<'family_claims'>, { search, view }: Filter): SQL =>
  sql`${seen} and ${
    view === 'asked'
      ? sql`family_claims.status = 'asked'`
      : sql`family_claims.way = 'office' and family_claims.status in ('joined','refused')`
  } and ${search === '' ? sql`true` : sql`fold(a.display_name || ' ' || a.email || ' ' || family_claims.child_name) like fold(${containing(search)})`}`

/**
 * Newcomers' claims, one more than a page, each with the people it may mean: found by child, phone number, email
 * address or name.
 */
export const listClaims = (
  db: Db,
  seen: Scope<'family_claims'>,
  may: Scope<'persons'>,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<Row[]> => {
  const key = sql`(family_claims.created_at, family_claims.id)`
  const from = after ? sql`(${after[0]}::timestamptz, ${after[1]}::uuid)` : null
  const [beyond, order] =
    filter.view === 'asked'
      ? [from && sql`${key} > ${from}`, sql`family_claims.created_at, family_claims.id`]
      : [from && sql`${key} < ${from}`, sql`family_claims.created_at desc, family_claims.id desc`]
  return rows<Row>(
    db,
    sql`
    with page as materialized (select family_claims.*, a.email, a.display_name as name from family_claims join accounts a on a.id = family_claims.account_id
        where ${matching(seen, filter)} and ${beyond ?? sql`true`} order by ${order} ${onePage}),
      asked as materialized (select * from page where status = 'asked'),
      meant as materialized (${meant(...claimReasons)})
    select k.id, k.name, k.email, k.child_name, k.birth_on, k.phone, k.note, k.way, k.status, ${asInstant(sql`k.created_at`)} as "createdAt",
      ${asInstant(sql`k.answered_at`)} as "answeredAt", coalesce(answerer.name, '') as "answeredBy", coalesce(answerer.native_name, '') as "answeredByNativeName",
      (select json_build_object('name', q.name, 'nativeName', q.native_name) from persons q where q.id = k.person_id) as person,
      coalesce((select json_agg(found.one order by found.n desc, found.name) from (
        select ${candidate(sql`to_json(m.reasons)`)} as one, m.n, p.name
        from (select person_id, array_agg(reason order by nth) as reasons, count(*) as n from meant where claim_id = k.id group by person_id) m
          join persons p on p.id = m.person_id where ${may} order by m.n desc, p.name limit 5) found), '[]') as candidates
    from page k left join persons answerer on answerer.id = k.answered_by
    order by ${filter.view === 'asked' ? sql`k.created_at, k.id` : sql`k.created_at desc, k.id desc`}`,
  )
}
export const countClaims = async (db: Db, seen: Scope<'family_claims'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from family_claims join accounts a on a.id = family_claims.account_id where ${matching(seen, filter)}`,
    )
  )[0]!.total

/** People whom the office may mean, found by their own name or a child's. */
export const listCandidates = async (
  db: Db,
  may: Scope<'persons'>,
  search: string,
  language: Language,
): Promise<ClaimCandidate[]> =>
  (
    await rows<{ one: ClaimCandidate }>(
      db,
      sql`
      select ${candidate(sql`'[]'::json`)} as one from persons p where ${may} and p.id in (
        with found as (${peopleMeant(search)})
        select id from found union select g.guardian_id from found join guardianships g on g.student_id = found.id and g.has_data_access)
      order by ${nameOrderOf('p', language)}, p.id limit 10`,
    )
  ).map(({ one }) => one)

export type Addressed = { personId: string; email: string; name: string; language: 'en' | 'zh'; hasAccount: boolean }
/**
 * Guardians with an address on file and data access to the child that a claim names. They get a code or, if they
 * already have an account, a hint to sign in with it. Empty where the claim matches more than three people.
 */
export const listAddressed = async (db: Db, claimId: string): Promise<Addressed[]> => {
  const found = await rows<Addressed>(
    db,
    sql`
    select p.id as "personId", p.email, coalesce(case when p.language = 'zh' then nullif(p.native_name, '') end, p.name) as name, p.language, p.account_id is not null as "hasAccount"
    from persons p where p.email <> '' and exists (select 1 ${theirs}) and p.id in (
      with asked as (select * from family_claims where id = ${claimId}::uuid and status = 'sent' and sought_at is null)
      select person_id from (${meant('child', 'phone')}) found) order by p.id limit 4`,
  )
  return found.length > 3 ? [] : found
}

/** A person's name. */
export const findName = async (db: Db, id: string): Promise<string> =>
  (await rows<{ name: string }>(db, sql`select name from persons where id = ${id}::uuid`))[0]?.name ?? ''
