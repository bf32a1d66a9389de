import { limitTo } from '#server/platform/keys.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Household, householdSorts, householdViews } from '#contract/people/parents.ts'
import { fieldsIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { counted, searching } from '#server/platform/searching.ts'
import { type Ordered, reckoned, type SortColumn, type Sorting, sorting } from '#server/platform/sorting.ts'
import { fitOf } from '#server/access/users/tables.ts'
import { hasSpot, isSeenWhole, members } from '#server/people/students/tables.ts'
import { listedDueOf } from '#server/money/payments/tables.ts'
import { isCurrentTerm, otherTermOf } from '#server/school/terms/tables.ts'
import { isOnWaitlist } from '#server/enrolment/enrolments/tables.ts'
import { familiesMeant, households, nativeHousehold, photoConsentOf } from './tables.ts'

/** What a household owes, or null if the caller may not see its balance. */
const balance = (ledgers: Scope<'households'>): SQL =>
  sql`case when ${ledgers} then ${listedDueOf(sql`households.id`)} end`

/** A condition: true if a row is about every child of a household, or about one in the scope. */
const ofSeen = (student: SQL, children: Scope<'students'>): SQL =>
  sql`(${student} is null or ${student} in (select students.id from students where ${children}))`

/** Households with all their related records, limited to children in the scope, in one statement. */
export const findHouseholds = (
  db: Db,
  seen: Scope<'households'>,
  children: Scope<'students'>,
  ledgers: Scope<'households'>,
  today: string,
  id?: string,
): Promise<Household[]> =>
  rows<Household>(
    db,
    sql`
    select households.id, households.name, ${nativeHousehold(sql`households.id`, sql`households.name`)} as "nativeName", households.address, households.archived_at is not null as "isArchived", households.erased_at is not null as "isErased",
      ${isSeenWhole(sql`households.id`, children)} as "isWhole", ${balance(ledgers)} as "balanceCents",
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'email', p.email, 'phone', p.phone, 'otherPhones', p.other_phones,
          'language', p.language, 'relationship', coalesce(g.relationship, m.relationship), 'hasDataAccess', coalesce(g.access, m.has_data_access), 'mayPickUp', coalesce(g.pick_up, m.may_pick_up),
          'contactOrder', m.contact_order, 'hasAccount', p.account_id is not null, 'hasSignedIn', a.last_sign_in_at is not null) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id left join accounts a on a.id = p.account_id
        left join lateral (select min(gs.relationship) as relationship, bool_or(gs.has_data_access) as access, bool_or(gs.may_pick_up) as pick_up
          from guardianships gs join students s on s.id = gs.student_id where gs.guardian_id = p.id and s.household_id = households.id) g on true
        where m.household_id = households.id), '[]') as guardians,
      coalesce((select json_agg(json_build_object('id', p.id, ${members(fieldsIn('family'))}, 'photoConsent', coalesce(${photoConsentOf(sql`students.id`, sql`students.household_id`)}, ''), 'sections', (
            select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'nativeName', x.native_name, 'otherTerm', x.other_term, 'crayon', x.crayon, 'status', x.status) order by x.starts_on, x.starts_at), '[]') from (
              select sec.id, sec.name, sec.native_name, sec.crayon, sec.starts_at, e.status, t.starts_on, ${otherTermOf('t')} as other_term from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id
                where e.student_id = students.id and ${hasSpot('e')} and ${isCurrentTerm('t')}
              union all
              select sec.id, sec.name, sec.native_name, sec.crayon, sec.starts_at, w.status, t.starts_on, ${otherTermOf('t')} from waitlist_entries w join sections sec on sec.id = w.section_id join terms t on t.id = sec.term_id
                where w.student_id = students.id and ${isOnWaitlist('w')}
            ) x)) order by p.birth_on, p.name)
        from students join persons p on p.id = students.id where students.household_id = households.id and ${children}), '[]') as children,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'relationship', c.relationship) order by c.name)
        from emergency_contacts c where c.household_id = households.id), '[]') as contacts,
      coalesce((select json_agg(json_build_object('id', u.id, 'studentId', u.student_id, 'name', u.name, 'phone', u.phone, 'relationship', u.relationship, 'rule', u.rule,
          'fromDay', u.from_day, 'toDay', u.to_day) order by u.rule = 'allow', u.name, u.id)
        from pick_ups u where u.household_id = households.id and u.removed_at is null and (u.to_day is null or u.to_day >= ${today}::date) and ${ofSeen(sql`u.student_id`, children)}), '[]') as "pickUps",
      coalesce((select json_agg(c order by c.kind, c."studentId" nulls first) from (
        select distinct on (c.kind, c.student_id) c.student_id as "studentId", c.kind, c.level, c.version, c.signed_name as "signedName", c.signed_at as "signedAt" from consents c
        where c.household_id = households.id and ${ofSeen(sql`c.student_id`, children)} order by c.kind, c.student_id, c.signed_at desc, c.id desc) c), '[]') as consents
    from households where ${and(seen, id ? eq(households.id, id) : undefined)} order by households.name`,
  )

type Row = Output<'parents-list'>['rows'][number]
type Filter = { search: string; view: (typeof householdViews)[number] }
const matching = (seen: Scope<'households'>, { view }: Filter, means: (id: SQL) => SQL) =>
  sql`${seen} and households.archived_at is ${view === 'archived' ? sql`not null` : sql`null`} and ${means(sql`households.id`)}`

/** All matching families, up to the limit for bulk actions (10,000). */
export const selectHouseholds = (db: Db, seen: Scope<'households'>, filter: Filter): Promise<{ id: string }[]> => {
  const { first, means } = searching(filter.search, familiesMeant)
  return rows(
    db,
    sql`with ${first} chosen as (select households.id, households.name_order from households where ${matching(seen, filter, means)})
      select chosen.id from chosen order by chosen.name_order, chosen.id limit 10000`,
  )
}

type HouseholdSort = (typeof householdSorts)[number] | 'fit'
const sortColumns = (ledgers: Scope<'households'>, search: string): Record<HouseholdSort, SortColumn> => ({
  fit: {
    ...reckoned(sql`${fitOf(sql`households.name`, sql`''`, search)} || ' ' || households.name_order`),
    type: 'text',
  },
  name: { by: sql`households.name_order`, type: 'text' },
  children: {
    ...reckoned(sql`(select count(*) from students s where s.household_id = households.id)`),
    type: 'bigint',
  },
  balance: { ...reckoned(balance(ledgers)), type: 'bigint', isNullable: true },
})
export const sortedHouseholds = (
  ledgers: Scope<'households'>,
  { sort = 'name', down = false, after, search = '' }: Ordered<HouseholdSort>,
): Sorting => sorting(sort, sortColumns(ledgers, search)[sort], sql`households.id`, down, after)

/** Families in an order, at most `limit`, and the total number. */
export const listHouseholds = async (
  db: Db,
  seen: Scope<'households'>,
  ledgers: Scope<'households'>,
  filter: Filter,
  { where, by, order, orderOf, join }: Sorting,
  limit: number,
): Promise<{ found: (Row & { sortedBy: unknown })[]; total: number }> => {
  const { first, means } = searching(filter.search, familiesMeant)
  return counted(
    await rows(
      db,
      sql`
    with ${first} page as (select households.id, ${by} as sorted_by from households ${join} where ${matching(seen, filter, means)} and ${where} order by ${order} ${limitTo(limit)})
    select counted.total, households.id, households.name, ${nativeHousehold(sql`households.id`, sql`households.name`)} as "nativeName", page.sorted_by, ${balance(ledgers)} as "balanceCents",
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id where m.household_id = households.id), '[]') as guardians,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) order by p.birth_on)
        from students s join persons p on p.id = s.id where s.household_id = households.id), '[]') as children,
      coalesce((select p.phone from household_members m join persons p on p.id = m.person_id where m.household_id = households.id and p.phone <> '' order by m.contact_order limit 1), '') as phone,
      coalesce((select p.email from household_members m join persons p on p.id = m.person_id where m.household_id = households.id and p.email <> '' order by m.contact_order limit 1), '') as email
    from (select count(*)::int as total from households where ${matching(seen, filter, means)}) counted
      left join (page join households on households.id = page.id) on true
    order by ${orderOf(sql`page.sorted_by`, sql`households.id`)}`,
    ),
  )
}

export const updateAddress = async (
  db: Db,
  seen: Scope<'households'>,
  householdId: string,
  address: string,
): Promise<boolean> =>
  (
    await db
      .update(households)
      .set({ address })
      .where(and(seen, eq(households.id, householdId)))
      .returning({ id: households.id })
  ).length === 1
