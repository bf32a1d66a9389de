import { sql, type SQL } from 'drizzle-orm'
import { type DuplicateKind, duplicateKinds, type duplicateReasons } from '#contract/office/duplicates.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { phoneNumber } from '#server/access/users/tables.ts'

type Reason = (typeof duplicateReasons)[number]

const place = (address: SQL): SQL => sql`btrim(regexp_replace(lower(${address}), '[[:space:][:punct:]]+', ' ', 'g'))`

/** The contacts of the person `p` as values of `k`; `isTold` requires at least seven digits of a phone number. */
const reached = sql`('email', p.email), ('phone', ${phoneNumber(sql`p.phone`)})`
const isTold = sql`length(k.value) >= case k.reason when 'phone' then 7 else 1 end`
/** The names of the person `p`, in either script and whichever field they are in. */
const eitherName = sql`(values (lower(p.name)), (p.native_name))`
/** Members of exactly one household that isn't archived: their contacts count as evidence for that household. */
const soleMembers = sql`select m.person_id, m.household_id from (select person_id, household_id, count(*) over (partition by person_id) as homes from household_members) m
  join households h on h.id = m.household_id and h.archived_at is null where m.homes < 2`
/** A value shared by more records than this is a placeholder: the school's own number, all zeros, or January 1. */
const mostShare = 50
/** The placeholders, by kind. Treated as evidence, they would pair everyone with everyone. */
const common = sql`common as materialized (
  select 'phone' as what, ${phoneNumber(sql`p.phone`)} as value from persons p where p.phone <> '' group by 2 having count(*) > ${sql.raw(String(mostShare))}
  union all select 'email', p.email from persons p where p.email <> '' group by 2 having count(*) > ${sql.raw(String(mostShare))}
  union all select 'birthOn', p.birth_on::text from persons p where p.birth_on is not null group by 2 having count(*) > ${sql.raw(String(mostShare))}
  union all select 'address', ${place(sql`h.address`)} from households h where h.address <> '' group by 2 having count(*) > ${sql.raw(String(mostShare))})`
const tells = (what: 'phone' | 'email' | 'birthOn' | 'address', value: SQL): SQL =>
  sql`${value} not in (select value from common where what = ${sql.raw(`'${what}'`)})`
/** True where the birthday of the person `p` is evidence, and not a placeholder. */
const birthdayTells = tells('birthOn', sql`p.birth_on::text`)
const isConcerned = (id: SQL): SQL => sql`${id} in (select id from concerned)`

/**
 * What a record may have in common with another: a reason and a value. `home` is the household of a record, since
 * people of one household share much without being the same. Limited to the `concerned` records.
 */
const keys: Record<DuplicateKind, SQL> = {
  household: sql`
    select h.id, h.id as home, 'address' as reason, ${place(sql`h.address`)} as value from households h where h.archived_at is null and length(h.address) > 5 and ${isConcerned(sql`h.id`)}
    union all select h.id, h.id, 'name', lower(h.name) from households h where h.archived_at is null and ${isConcerned(sql`h.id`)}
    union all select m.household_id, m.household_id, k.reason, k.value from (${soleMembers}) m join persons p on p.id = m.person_id
      cross join lateral (values ${reached}) k(reason, value) where ${isTold} and ${isConcerned(sql`m.household_id`)}
    union all select s.household_id, s.household_id, 'child', p.birth_on::text || k.value from students s join persons p on p.id = s.id
      cross join lateral ${eitherName} k(value) where s.archived_at is null and k.value <> '' and ${birthdayTells} and ${isConcerned(sql`s.household_id`)}`,
  student: sql`
    select p.id, s.household_id as home, k.reason, k.value from persons p join students s on s.id = p.id cross join lateral (values
      ('birthOn', p.birth_on::text), ('name', lower(p.name)), ('nativeName', p.native_name)) k(reason, value) where s.archived_at is null and k.value <> '' and ${isConcerned(sql`s.id`)}
    union all select g.student_id, s.household_id, 'guardian', k.value from guardianships g join students s on s.id = g.student_id join persons p on p.id = g.guardian_id
      cross join lateral (values ${reached}) k(reason, value) where s.archived_at is null and ${isTold} and ${isConcerned(sql`s.id`)}`,
  adult: sql`
    select p.id, m.household_id as home, k.reason, k.value from persons p left join household_members m on m.person_id = p.id left join households h on h.id = m.household_id
      cross join lateral (values ${reached},
        ('name', lower(p.name)), ('nativeName', p.native_name), ('birthOn', p.birth_on::text), ('address', case when length(h.address) > 5 then ${place(sql`h.address`)} else '' end)) k(reason, value)
    where ${isTold} and not exists (select 1 from students s where s.id = p.id) and ${isConcerned(sql`p.id`)}
    union all select g.guardian_id, s.household_id, 'child', p.birth_on::text || k.value from guardianships g join students s on s.id = g.student_id join persons p on p.id = s.id
      cross join lateral ${eitherName} k(value) where g.guardian_id <> g.student_id and k.value <> '' and ${birthdayTells} and ${isConcerned(sql`g.guardian_id`)}`,
}

const isNamedAlike = sql`(a.name = b.name or (a.native_name = b.native_name and a.native_name <> ''))`
const alike = sql`similarity(a.name, b.name)`

/**
 * Candidate pairs, found by values that two records rarely share: relations, the last of which has `one` and `other`.
 * Names alone are not used, since a big school has hundreds of pairs of namesakes for each student.
 */
const candidates: Record<DuplicateKind, SQL> = {
  household: sql`
    r as materialized (select h.id, lower(h.name) as name, case when length(h.address) > 5 then ${place(sql`h.address`)} end as place from households h where h.archived_at is null),
    reached as materialized (select m.household_id as id, p.email, ${phoneNumber(sql`p.phone`)} as phone from r join household_members m on m.household_id = r.id join persons p on p.id = m.person_id),
    child as materialized (select s.household_id as id, p.birth_on, k.value from students s join persons p on p.id = s.id cross join lateral ${eitherName} k(value)
      where s.archived_at is null and k.value <> '' and ${birthdayTells}),
    candidates as materialized (
      select a.id as one, b.id as other from r a join r b on b.place = a.place and b.id > a.id where ${tells('address', sql`a.place`)} and ${alike} >= 0.5
      union select a.id, b.id from reached a join reached b on b.email = a.email and b.id > a.id where a.email <> '' and ${tells('email', sql`a.email`)}
      union select a.id, b.id from reached a join reached b on b.phone = a.phone and b.id > a.id where length(a.phone) >= 7 and ${tells('phone', sql`a.phone`)}
      union select a.id, b.id from child a join child b on b.birth_on = a.birth_on and b.value = a.value and b.id > a.id
    )`,
  student: sql`
    r as materialized (select p.id, s.household_id as home, p.birth_on, lower(p.name) as name, p.native_name from students s join persons p on p.id = s.id where s.archived_at is null),
    reached as materialized (select p.id, k.value from persons p cross join lateral (values ${reached}) k(reason, value)
      where p.id in (select guardian_id from guardianships) and ${isTold} and ${tells('email', sql`k.value`)} and ${tells('phone', sql`k.value`)}),
    cared as materialized (select g.student_id as id, k.value from guardianships g join reached k on k.id = g.guardian_id),
    candidates as materialized (
      select a.id as one, b.id as other from r a join r b on b.birth_on = a.birth_on and b.id > a.id
        where ${tells('birthOn', sql`a.birth_on::text`)} and (${isNamedAlike} or (b.home <> a.home and ${alike} >= 0.6))
      union select a.id, b.id from r a join r b on b.home = a.home and b.id > a.id where ${isNamedAlike}
      union select a.id, b.id from cared c join cared d on d.value = c.value and d.id > c.id join r a on a.id = c.id join r b on b.id = d.id where ${isNamedAlike}
    )`,
  adult: sql`
    r as materialized (select p.id, lower(p.name) as name, p.native_name, p.email, ${phoneNumber(sql`p.phone`)} as phone, p.birth_on from persons p where not exists (select 1 from students s where s.id = p.id)),
    lived as materialized (select r.*, h.place from (select h.id, ${place(sql`h.address`)} as place from households h where length(h.address) > 5) h
      join household_members m on m.household_id = h.id join r on r.id = m.person_id),
    child as materialized (select r.*, p.birth_on as child_born, k.value as child_named from guardianships g join r on r.id = g.guardian_id join persons p on p.id = g.student_id
      cross join lateral ${eitherName} k(value) where k.value <> '' and ${birthdayTells}),
    candidates as materialized (
      select a.id as one, b.id as other from r a join r b on b.email = a.email and b.id > a.id where a.email <> '' and ${tells('email', sql`a.email`)} and (${isNamedAlike} or ${alike} >= 0.4)
      union select a.id, b.id from r a join r b on b.phone = a.phone and b.id > a.id where length(a.phone) >= 7 and ${tells('phone', sql`a.phone`)} and (${isNamedAlike} or ${alike} >= 0.4)
      union select a.id, b.id from lived a join lived b on b.place = a.place and b.id > a.id where ${tells('address', sql`a.place`)} and (${isNamedAlike} or ${alike} >= 0.7)
      union select a.id, b.id from r a join r b on b.birth_on = a.birth_on and b.id > a.id where ${tells('birthOn', sql`a.birth_on::text`)} and ${isNamedAlike}
      union select a.id, b.id from child a join child b on b.child_born = a.child_born and b.child_named = a.child_named and b.id > a.id where ${isNamedAlike}
    )`,
}

export const has = (...reasons: Reason[]): SQL => sql`reasons && ${sql.raw(`array['${reasons.join("','")}']`)}`

/** The conditions under which common values make two records a suggestion; `alike` is the similarity of their names. */
const likely: Record<DuplicateKind, SQL> = {
  household: sql`(${has('child')} or ${has('email')} or (${has('phone')} and alike >= 0.4) or (${has('address')} and (alike >= 0.5 or ${has('phone')})))`,
  // Twins share home, birthday and half of their name.
  student: sql`((${has('birthOn')} and (${has('name', 'nativeName')} or (alike >= 0.6 and not same_home)))
    or (${has('name', 'nativeName')} and (same_home or ${has('guardian')})))`,
  // Couples share address, phone number and, sometimes, an email address.
  adult: sql`((${has('email', 'phone')} and (${has('name', 'nativeName')} or alike >= 0.4 and (not same_home or alike >= 0.7)))
    or (${has('name', 'nativeName')} and ${has('birthOn', 'address', 'child')}) or (${has('address')} and alike >= 0.7))`,
}

const nameOf: Record<DuplicateKind, SQL> = {
  household: sql`households`,
  student: sql`persons`,
  adult: sql`persons`,
}

/** Like `likelyPairs`, for a statement that defines `common` itself. */
const pairsOf = (seen: Scope<'records'>, of: DuplicateKind): SQL => sql`(
  with ${candidates[of]},
  concerned as materialized (select one as id from candidates union select other from candidates),
  keys as materialized (select k.* from (${keys[of]}) k
    where not exists (select 1 from common c where c.value = k.value and (c.what = k.reason or k.reason = 'guardian' and c.what in ('phone', 'email')))),
  records as materialized (select id, array_agg(reason) as reasons, array_agg(value) as values, array_agg(home) as homes from keys group by id),
  beside as materialized (
    select c.one, c.other, a.reasons, a.values, a.homes, b.reasons as other_reasons, b.values as other_values, b.homes as other_homes
    from candidates c join records a on a.id = c.one join records b on b.id = c.other where ${seen}
  ),
  pairs as (
    select c.one, c.other, shared.reasons, shared.same_home from beside c cross join lateral (
      select array_agg(distinct x.reason) as reasons, coalesce(bool_or(x.home = y.home), false) as same_home
      from unnest(c.reasons, c.values, c.homes) x(reason, value, home) join unnest(c.other_reasons, c.other_values, c.other_homes) y(reason, value, home) using (reason, value)) shared
  ),
  named as (
    select pairs.*, similarity(lower(x.name), lower(y.name)) as alike from pairs join ${nameOf[of]} x on x.id = pairs.one join ${nameOf[of]} y on y.id = pairs.other
  )
  select one, other, case when alike >= 0.6 and not ${has('name')} then array_append(reasons, 'similarName') else reasons end as reasons from named
    where ${likely[of]} and not exists (select 1 from kept_apart k where k.kind = ${of} and k.one_id = one and k.other_id = other))`

/**
 * The pairs of records that are probably duplicates, as a relation of `one`, `other` and `reasons` (what the two have
 * in common), without those that were marked as different.
 */
export const likelyPairs = (seen: Scope<'records'>, of: DuplicateKind): SQL =>
  sql`(with ${common} select * from ${pairsOf(seen, of)} likely)`

/** The tables that pairs are found by. */
const sourceTables = ['persons', 'students', 'households', 'household_members', 'guardianships', 'kept_apart']

/**
 * A hash per table of the locations of its rows and the transactions that wrote them. Every committed write changes it,
 * whether by a call, an import or an undo, so no writer has to report changes.
 */
const stamp = sql.join(
  sourceTables.map(
    table =>
      sql`coalesce((select bit_xor(hashtidextended(t.ctid, t.xmin::text::bigint)) from ${sql.identifier(table)} t), 0)`,
  ),
  sql`, `,
)

/**
 * For each school: the number of pairs at the last count, the time until which it is used regardless of changes, and
 * how long counting took in milliseconds.
 */
const counted = new Map<string, { stamp: string; n: number; until: number; tookMs: number }>()
const counting = new Map<string, Promise<number>>()

/** Up to this number of people, pairs are counted after each change. */
const fewPeople = 2_000
/**
 * With more people, each count is used for this multiple of the time it took, so that counting takes at most a
 * twentieth of the time, even in a rush of registrations.
 */
const restsPerCount = 20
const restUntil = (people: number, tookMs: number): number =>
  people > fewPeople ? performance.now() + tookMs * restsPerCount : 0

/** Discards all counts, since someone has just decided on a pair and looks at the number. */
export const forgetCounts = (): void => counted.clear()

/**
 * The number of likely pairs of all kinds. It is counted again only after a change to the tables it depends on, and in
 * a big school not immediately after each change (decision 106).
 */
export const countLikely = async (db: Db, seen: Scope<'records'>): Promise<number> => {
  const [here] = await rows<{ school: string; isSeen: boolean }>(
    db,
    sql`select current_database() || ' ' || current_schema() as school, ${seen} as "isSeen"`,
  )
  if (!here?.isSeen) return 0
  const { school } = here
  const before = counted.get(school)
  if (before && performance.now() < before.until) return before.n
  const [now] = await rows<{ people: number; stamp: string }>(
    db,
    sql`select (select count(*)::int from persons) as people, concat_ws(' ', pg_postmaster_start_time(), ${stamp}) as stamp`,
  )
  const { people, stamp: found } = now!
  if (before?.stamp === found) {
    counted.set(school, { ...before, until: restUntil(people, before.tookMs) })
    return before.n
  }
  const count = async (): Promise<number> => {
    const begun = performance.now()
    const [pairs] = await rows<{ n: number }>(
      db,
      sql`with ${common} select (${sql.join(
        duplicateKinds.map(of => sql`(select count(*) from ${pairsOf(seen, of)} likely)`),
        sql` + `,
      )})::int as n`,
    )
    const tookMs = performance.now() - begun
    // The stamp was read first, so what is written in between is counted by a later call.
    counted.set(school, { stamp: found, n: pairs!.n, until: restUntil(people, tookMs), tookMs })
    return pairs!.n
  }
  // In a rush every caller would find another stamp, so they share one count.
  const key = people > fewPeople ? school : `${school} ${found}`
  const own = counting.get(key) ?? count().finally(() => counting.delete(key))
  counting.set(key, own)
  return own
}
