import { sql, type SQL } from 'drizzle-orm'
import type { DuplicateKind, duplicateReasons } from '#contract/office/duplicates.ts'
import type { Scope } from '#server/platform/scope.ts'

type Reason = (typeof duplicateReasons)[number]

// Numbers that only differ in how they are written are the same: the last nine digits count.
const number = (phone: SQL): SQL => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`
const place = (address: SQL): SQL => sql`btrim(regexp_replace(lower(${address}), '[[:space:][:punct:]]+', ' ', 'g'))`

/**
 * What each record may have in common with another: a word for it, and the value. `home` says where a record belongs,
 * since people of one home share much without being the same.
 */
const keys: Record<DuplicateKind, SQL> = {
  household: sql`
    select h.id, h.id as home, 'address' as reason, ${place(sql`h.address`)} as value from households h where h.archived_at is null and length(h.address) > 5
    union select h.id, h.id, 'name', lower(h.name) from households h where h.archived_at is null
    union select m.household_id, m.household_id, 'email', p.email from household_members m join persons p on p.id = m.person_id
      join households h on h.id = m.household_id where h.archived_at is null and p.email <> ''
        and not exists (select 1 from household_members o where o.person_id = m.person_id and o.household_id <> m.household_id)
    union select m.household_id, m.household_id, 'phone', ${number(sql`p.phone`)} from household_members m join persons p on p.id = m.person_id
      join households h on h.id = m.household_id where h.archived_at is null and length(${number(sql`p.phone`)}) >= 7
        and not exists (select 1 from household_members o where o.person_id = m.person_id and o.household_id <> m.household_id)
    union select s.household_id, s.household_id, 'child', p.birth_on::text || k.value from students s join persons p on p.id = s.id
      cross join lateral (values (lower(p.name)), (p.native_name)) k(value) where s.archived_at is null and k.value <> ''`,
  student: sql`
    select p.id, s.household_id as home, k.reason, k.value from persons p join students s on s.id = p.id cross join lateral (values
      ('birthOn', p.birth_on::text), ('name', lower(p.name)), ('nativeName', p.native_name)) k(reason, value) where s.archived_at is null and k.value <> ''
    union select g.student_id, s.household_id, 'guardian', k.value from guardianships g join students s on s.id = g.student_id join persons p on p.id = g.guardian_id
      cross join lateral (values (p.email), (case when length(${number(sql`p.phone`)}) >= 7 then ${number(sql`p.phone`)} else '' end)) k(value) where s.archived_at is null and k.value <> ''`,
  adult: sql`
    select p.id, m.household_id as home, k.reason, k.value from persons p left join household_members m on m.person_id = p.id left join households h on h.id = m.household_id
      cross join lateral (values ('email', p.email), ('phone', case when length(${number(sql`p.phone`)}) >= 7 then ${number(sql`p.phone`)} else '' end),
        ('name', lower(p.name)), ('nativeName', p.native_name), ('birthOn', p.birth_on::text), ('address', case when length(h.address) > 5 then ${place(sql`h.address`)} else '' end)) k(reason, value)
    where k.value <> '' and not exists (select 1 from students s where s.id = p.id)
    union select g.guardian_id, s.household_id, 'child', p.birth_on::text || k.value from guardianships g join students s on s.id = g.student_id join persons p on p.id = s.id
      cross join lateral (values (lower(p.name)), (p.native_name)) k(value) where g.guardian_id <> g.student_id and k.value <> ''`,
}

export const has = (...reasons: Reason[]): SQL => sql`reasons && ${sql.raw(`array['${reasons.join("','")}']`)}`

/** When what two records have in common makes them a suggestion; `alike` is how much their names are. */
const likely: Record<DuplicateKind, SQL> = {
  household: sql`(${has('child')} or ${has('email')} or (${has('phone')} and alike >= 0.4) or (${has('address')} and (alike >= 0.5 or ${has('phone')})))`,
  // Twins share home, birthday and half of their name.
  student: sql`((${has('birthOn')} and (${has('name', 'nativeName')} or (alike >= 0.6 and not same_home)))
    or (${has('name', 'nativeName')} and (same_home or ${has('guardian')})))`,
  // So do couples share address, telephone and, sometimes, an e-mail.
  adult: sql`((${has('email', 'phone')} and (${has('name', 'nativeName')} or alike >= 0.4 and (not same_home or alike >= 0.7)))
    or (${has('name', 'nativeName')} and ${has('birthOn', 'address', 'child')}) or (${has('address')} and alike >= 0.7))`,
}

const nameOf: Record<DuplicateKind, SQL> = {
  household: sql`households`,
  student: sql`persons`,
  adult: sql`persons`,
}

/**
 * The pairs that are probably one, as a relation of `one`, `other` and `reasons`: what two records have in
 * common, and that nobody has said that they are two.
 */
export const likelyPairs = (seen: Scope<'records'>, of: DuplicateKind): SQL => sql`(
  with keys as materialized (${keys[of]}),
  pairs as (
    select a.id as one, b.id as other, array_agg(distinct a.reason) as reasons, coalesce(bool_or(a.home = b.home), false) as same_home
    from keys a join keys b on b.reason = a.reason and b.value = a.value and b.id > a.id
    where ${seen} group by a.id, b.id
  ),
  named as (
    select pairs.*, similarity(lower(x.name), lower(y.name)) as alike from pairs join ${nameOf[of]} x on x.id = pairs.one join ${nameOf[of]} y on y.id = pairs.other
  )
  select one, other, case when alike >= 0.6 and not ${has('name')} then array_append(reasons, 'similarName') else reasons end as reasons from named
    where ${likely[of]} and not exists (select 1 from kept_apart k where k.kind = ${of} and k.one_id = one and k.other_id = other))`
