import { and, eq, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Household, householdSorts, householdViews } from '#contract/parents.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { type SortColumn, type Sorting, sorting } from '#server/platform/sorting.ts'
import { accounts } from '#server/slices/identity/tables.ts'
import { waitingPosition } from '#server/slices/enrolments/tables.ts'
import { balanceOf } from '#server/slices/payments/tables.ts'
import { persons } from '#server/slices/users/tables.ts'
import { households } from './tables.ts'

const balance = balanceOf(sql`households.id`)

/** Households with everything that hangs on them, in one statement. */
export const findHouseholds = (db: Db, seen: Scope<'households'>, id?: string): Promise<Household[]> =>
  rows<Household>(
    db,
    sql`
    select households.id, households.name, households.address, households.archived_at is not null as "isArchived", ${balance} as "balanceCents",
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'email', p.email, 'phone', p.phone,
          'language', p.language, 'relationship', coalesce(g.relationship, m.relationship), 'hasDataAccess', coalesce(g.access, m.has_data_access), 'mayPickUp', coalesce(g.pick_up, m.may_pick_up),
          'contactOrder', m.contact_order, 'hasAccount', p.account_id is not null) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id
        left join lateral (select min(gs.relationship) as relationship, bool_or(gs.has_data_access) as access, bool_or(gs.may_pick_up) as pick_up
          from guardianships gs join students s on s.id = gs.student_id where gs.guardian_id = p.id and s.household_id = households.id) g on true
        where m.household_id = households.id), '[]') as guardians,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'birthOn', p.birth_on, 'grade', s.grade,
          'allergies', s.allergies, 'medical', s.medical, 'sections', (
            select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'nativeName', x.native_name, 'crayon', x.crayon, 'status', x.status) order by x.starts_at), '[]') from (
              select sec.id, sec.name, sec.native_name, sec.crayon, sec.starts_at, e.status from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id
                where e.student_id = s.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading')
              union all
              select sec.id, sec.name, sec.native_name, sec.crayon, sec.starts_at, w.status from waitlist_entries w join sections sec on sec.id = w.section_id
                where w.student_id = s.id and w.status in ('waiting','offered')
            ) x)) order by p.birth_on, p.name)
        from students s join persons p on p.id = s.id where s.household_id = households.id), '[]') as children,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'relationship', c.relationship) order by c.name)
        from emergency_contacts c where c.household_id = households.id), '[]') as contacts,
      coalesce((select json_agg(c order by c.kind) from (
        select distinct on (kind) kind, level, version, signed_name as "signedName", signed_at as "signedAt" from consents
        where household_id = households.id order by kind, signed_at desc) c), '[]') as consents
    from households where ${and(seen, id ? eq(households.id, id) : undefined)} order by households.name`,
  )

type Row = Output<'parents-list'>['rows'][number]
type Filter = { search: string; view: (typeof householdViews)[number] }
const matching = ({ search, view }: Filter) => sql`
  households.archived_at is ${view === 'archived' ? sql`not null` : sql`null`} and ${
    search === ''
      ? sql`true`
      : sql`(lower(households.name) like ${containing(search)}
      or exists (select 1 from household_members m join persons p on p.id = m.person_id where m.household_id = households.id and p.search_text like ${containing(search)})
      or exists (select 1 from students s join persons p on p.id = s.id where s.household_id = households.id and p.search_text like ${containing(search)}))`
  }`

const sortColumns: Record<(typeof householdSorts)[number], SortColumn> = {
  name: { by: sql`households.name`, type: 'text' },
  children: { by: sql`(select count(*) from students s where s.household_id = households.id)`, type: 'bigint' },
  balance: { by: balance, type: 'bigint' },
}
export const sortedHouseholds = (
  by: (typeof householdSorts)[number] = 'name',
  isDown: boolean = false,
  after?: string,
): Sorting => sorting(by, sortColumns[by], sql`households.id`, isDown, after)

/** Families in an order, at most `limit`. */
export const listHouseholds = (
  db: Db,
  seen: Scope<'households'>,
  filter: Filter,
  { where, by, order, orderOf }: Sorting,
  limit: number,
): Promise<(Row & { sortedBy: unknown })[]> =>
  rows(
    db,
    sql`
    with page as (select households.id, ${by} as sorted_by from households where ${seen} and ${matching(filter)} and ${where} order by ${order} limit ${limit})
    select households.id, households.name, page.sorted_by as "sortedBy", ${balance} as "balanceCents",
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id where m.household_id = households.id), '[]') as guardians,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name) order by p.birth_on)
        from students s join persons p on p.id = s.id where s.household_id = households.id), '[]') as children,
      coalesce((select p.phone from household_members m join persons p on p.id = m.person_id where m.household_id = households.id and p.phone <> '' order by m.contact_order limit 1), '') as phone,
      coalesce((select p.email from household_members m join persons p on p.id = m.person_id where m.household_id = households.id and p.email <> '' order by m.contact_order limit 1), '') as email
    from page join households on households.id = page.id order by ${orderOf(sql`page.sorted_by`, sql`households.id`)}`,
  )

export const countHouseholds = async (db: Db, seen: Scope<'households'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from households where ${seen} and ${matching(filter)}`,
    )
  )[0]!.total

/** Changes the person behind an account and the account's language with it. */
export const updatePerson = async (
  db: Db,
  personId: string,
  values: { name: string; nativeName: string; phone: string; language: 'en' | 'zh' },
): Promise<boolean> => {
  const [changed] = await db
    .update(persons)
    .set(values)
    .where(eq(persons.id, personId))
    .returning({ accountId: persons.accountId })
  if (changed?.accountId)
    await db.update(accounts).set({ language: values.language }).where(eq(accounts.id, changed.accountId))
  return changed !== undefined
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

type Home = Omit<Output<'parents-home'>, 'today'>

/** The family's day, in one statement: children, the next day with classes, balance, what is due, places on waitlists. */
export const findHome = async (
  db: Db,
  mine: Scope<'students'>,
  homes: Scope<'households'>,
  personId: string | null,
  today: string,
): Promise<Home> => {
  const [home] = await rows<Home>(
    db,
    sql`
    with mine as (select students.id, p.name, p.native_name, p.birth_on from students join persons p on p.id = students.id where ${mine}),
    meets as (
      select m.id, e.student_id, sec.name, sec.native_name, sec.crayon, sec.id as section_id, sec.room_id, m.on_day, sec.starts_at, sec.ends_at, d.status, a.code
      from mine join enrolments e on e.student_id = mine.id and e.status in ('active','completed') join sections sec on sec.id = e.section_id
        join meetings m on m.section_id = sec.id join session_dates d on d.id = m.session_date_id left join attendance a on a.meeting_id = m.id and a.enrolment_id = e.id
      where m.on_day >= ${today}::date and sec.status in ('open','running')
    ), next as (select min(on_day) as day from meets),
    owed as (
      select c.due_on, c.amount_cents - coalesce((select sum(amount_cents) from discounts d where d.charge_id = c.id), 0)
        - coalesce((select sum(amount_cents) from allocations l where l.charge_id = c.id), 0) as open
      from charges c join households on households.id = c.household_id where ${homes}
    )
    select
      coalesce((select name from persons where id = ${personId}::uuid), '') as name,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'nativeName', native_name) order by birth_on, name) from mine), '[]') as children,
      (select day from next) as day,
      coalesce((select json_agg(json_build_object('meetingId', m.id, 'studentId', m.student_id, 'section', m.name, 'nativeName', m.native_name, 'crayon', m.crayon,
          'room', coalesce(r.name, ''), 'teacher', coalesce((select string_agg(tp.name, ', ' order by tp.name) from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = m.section_id), ''),
          'onDay', m.on_day, 'startsAt', m.starts_at, 'endsAt', m.ends_at, 'status', m.status, 'code', m.code) order by m.starts_at, m.name, m.student_id)
        from meets m left join rooms r on r.id = m.room_id where m.on_day = (select day from next)), '[]') as meetings,
      (select coalesce(sum(${balance}), 0)::bigint from households where ${homes}) as "balanceCents",
      (select coalesce(sum(open), 0)::bigint from owed where open > 0) as "dueCents",
      (select min(due_on) from owed where open > 0) as "dueOn",
      coalesce((select json_agg(json_build_object('student', mine.name, 'section', sec.name, 'nativeName', sec.native_name, 'position', ${waitingPosition}) order by w.joined_at)
        from waitlist_entries w join mine on mine.id = w.student_id join sections sec on sec.id = w.section_id where w.status in ('waiting','offered')), '[]') as waiting`,
  )
  return home!
}
