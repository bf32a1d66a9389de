import type { Language } from '#contract/values.ts'
import { sql } from 'drizzle-orm'
import type { AudiencePart } from '#contract/communication/messages.audience.ts'
import type { Output } from '#contract/index.ts'
import type { BarredAmong, BarredReader, Reach } from '#contract/communication/messages.notices.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { fitOf, isReachable, matchesWords } from '#server/access/users/tables.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { isBarredIn } from '#server/people/students/tables.ts'
import { concernedByMany, peopleOf, readersOf } from './acts.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'

const asJson = (audience: readonly AudiencePart[]) => sql`${JSON.stringify(audience)}::jsonb`

/** The number of audience parts outside what the caller may write to. */
export const countForeignParts = async (
  db: Db,
  addressable: Scope<'part'>,
  audience: readonly AudiencePart[],
): Promise<number> =>
  (
    await rows<{ n: number }>(
      db,
      sql`select count(*)::int as n from jsonb_array_elements(${asJson(audience)}) part where coalesce(${addressable}, false) is not true`,
    )
  )[0]!.n

/** The number of people and households that an audience reaches on a day. */
export const countReach = async (db: Db, audience: readonly AudiencePart[], today: string): Promise<Reach> =>
  (
    await rows<Reach>(
      db,
      sql`
      select count(*)::int as people, count(distinct r.household_id)::int as households, (count(*) filter (where p.email <> ''))::int as "withMail",
        (count(*) filter (where p.email = '' and p.account_id is null))::int as unreachable
      from ${readersOf(asJson(audience), sql`${today}::date`)} r join persons p on p.id = r.person_id`,
    )
  )[0]!

type Reader = Output<'messages-audience'>['rows'][number] & { nameOrder: string }

/** A page of the people that an audience reaches, by name. */
export const listReach = (
  db: Db,
  audience: readonly AudiencePart[],
  today: string,
  after: readonly unknown[] | null,
): Promise<Reader[]> =>
  rows<Reader>(
    db,
    sql`
    select p.id, p.name, p.native_name, p.name_order, p.email <> '' as "hasMail", p.account_id is not null as "hasAccount", coalesce(h.name, '') as household, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName"
    from ${readersOf(asJson(audience), sql`${today}::date`)} r join persons p on p.id = r.person_id left join households h on h.id = r.household_id
    where ${after ? sql`(p.name_order, p.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
    order by p.name_order, p.id ${onePage}`,
  )

/** The guardians whom an audience reaches through their whole family although they are barred from one of its children. */
export const listBarredReaders = (
  db: Db,
  audience: readonly AudiencePart[],
  today: string,
): Promise<BarredReader[]> => {
  const reached = peopleOf(sql`jsonb_build_array(part)`, sql`${today}::date`)
  return rows<BarredReader>(
    db,
    sql`
    select p.id, p.name, p.native_name, h.id as "householdId",
      (select json_agg(json_build_object('name', c.name, 'nativeName', c.native_name) order by c.birth_on, c.id)
        from students o join guardianships k on k.student_id = o.id and not k.has_data_access join persons c on c.id = o.id where o.household_id = h.id and k.guardian_id = p.id) as children,
      coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'nativeName', q.native_name) order by q.name_order, q.id)
        from ${reached} other join persons q on q.id = other.person_id where not ${isBarredIn(sql`h.id`, sql`q.id`)}), '[]') as others
    from jsonb_array_elements(${asJson(audience)}) part join households h on part->>'kind' = 'household' and h.id = (part->>'householdId')::uuid
      cross join lateral ${reached} r join persons p on p.id = r.person_id
    where ${isBarredIn(sql`h.id`, sql`p.id`)} order by p.name_order, p.id`,
  )
}

/** The guardians whom an audience reaches although they are barred from a child that its classes or groups are about. */
export const listBarredAmong = (
  db: Db,
  audience: readonly AudiencePart[],
  today: string,
): Promise<BarredAmong['named']> => {
  const [parts, day] = [asJson(audience), sql`${today}::date`]
  return rows<BarredAmong['named'][number]>(
    db,
    sql`
    select p.id, p.name, p.native_name, json_agg(json_build_object('name', c.name, 'nativeName', c.native_name) order by c.birth_on, c.id) as children
    from ${peopleOf(parts, day)} r join guardianships k on k.guardian_id = r.person_id and not k.has_data_access
      join ${concernedByMany(parts, day)} about on about.student_id = k.student_id
      join persons p on p.id = r.person_id join persons c on c.id = k.student_id
    group by p.id order by p.name_order, p.id`,
  )
}

const foundAtMost = 10

/**
 * Families and people whose names, in any script, contain the search text. Families are also found by their children's
 * names.
 */
export const findAddressable = (
  db: Db,
  families: Scope<'households'>,
  people: Scope<'persons'>,
  search: string,
  language: Language,
): Promise<Output<'messages-find'>> =>
  rows<Output<'messages-find'>[number]>(
    db,
    sql`
    (select 'household' as kind, households.id, households.name, ${nativeHousehold(sql`households.id`, sql`households.name`)} as "nativeName",
      coalesce((select string_agg(p.name, ', ' order by p.birth_on, p.name) from students st join persons p on p.id = st.id where st.household_id = households.id), '') as hint,
      coalesce((select string_agg(coalesce(nullif(p.native_name, ''), p.name), '、' order by p.birth_on, p.name) from students st join persons p on p.id = st.id where st.household_id = households.id), '') as "hintNative"
    from households where ${families}
      and exists (select 1 from students st join guardianships g on g.student_id = st.id and g.has_data_access where st.household_id = households.id)
      and (lower(households.name) like ${containing(search)} or households.id in (select st.household_id from students st where ${matchesWords(sql`st.id`, search)})
        or households.id in (select m.household_id from household_members m where ${matchesWords(sql`m.person_id`, search)}))
    order by ${fitOf(sql`households.name`, sql`''`, search)}, households.name_order, households.id limit ${foundAtMost})
    union all
    (select 'person', p.id, p.name, p.native_name, p.email, p.email from persons p
    where ${people} and ${isReachable} and ${matchesWords(sql`p.id`, search)} order by ${fitOf(sql`p.name`, sql`p.native_name`, search)}, ${nameOrderOf('p', language)}, p.id limit ${foundAtMost})`,
  )
