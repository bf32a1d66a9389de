import { limitTo } from '#server/platform/keys.ts'
import { sql, type SQL } from 'drizzle-orm'
import {
  type DutyReason,
  dutyReasons,
  type dutySorts,
  type DutyShift,
  type dutyViews,
  type FamilyDuty,
} from '#contract/communication/duties.ts'
import type { Output } from '#contract/index.ts'
import type { DutyPolicy } from '#contract/settings.ts'
import { pendingSignUps } from '#contract/communication/events.plain.ts'
import { dayIn, startOfDay } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { type SortColumn, type Sorting, sorting } from '#server/platform/sorting.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { familyMatches, nativeHousehold } from '#server/people/parents/tables.ts'
import { isLive } from '#server/access/users/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'

/** A duty year of the school, the rule that applies in it, the school's time zone, and the current time. */
export type Asked = { policy: DutyPolicy; year: { from: string; to: string }; zone: string; now: Date }

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const beginsAt = ({ year, zone }: Asked): SQL => stamp(startOfDay(zone, year.from))
const endsAt = ({ year, zone }: Asked): SQL => stamp(startOfDay(zone, daysAfter(year.to, 1)))
/** Whether a role is held now, by the same clock as access; for a past year, whether it was held at the year's end. */
const isHeld = (asked: Asked): SQL =>
  startOfDay(asked.zone, daysAfter(asked.year.to, 1)) > asked.now
    ? isLive('g')
    : sql`g.starts_at < ${endsAt(asked)} and (g.ends_at is null or g.ends_at >= ${endsAt(asked)})`

const slotAt = sql`coalesce(sl.starts_at, e.starts_at)`
/**
 * The shifts that count for a duty in the year, regardless of who has them, as a condition on columns of `sl` and `e`.
 */
const inYear = (asked: Asked): SQL =>
  sql`sl.points > 0 and ${slotAt} >= ${beginsAt(asked)} and ${slotAt} < ${endsAt(asked)}`

/**
 * Common table expressions: families with a student in a class of the year as `sat`, their shifts as `shifts`, and the
 * standing of each family as `standings`. Work counts once, for the worker's family. The reasons are in the order of
 * `dutyReasonOf` (rules/duties.ts); a test compares the two. `of` limits the query to certain households and those with
 * which they share an adult.
 */
const standings = (asked: Asked, of?: SQL): SQL => {
  const { policy, year } = asked
  const holds = (
    role: SQL,
  ): SQL => sql`exists (select 1 from household_members m join role_grants g on g.person_id = m.person_id
    where m.household_id = sat.id and g.role = ${role} and ${isHeld(asked)})`
  const today = dayIn(asked.zone, asked.now)
  const lastDay = year.to < today ? year.to : today
  const is: Record<(typeof policy.exempt)[number], SQL> = {
    officers: holds(sql`'admin'`),
    staff: holds(sql`'teacher'`),
    roomParents: sql`exists (select 1 from household_members m join room_parents r on r.person_id = m.person_id
      where m.household_id = sat.id and r.ended_at is null and r.from_on <= ${lastDay}::date and (r.to_on is null or r.to_on >= ${lastDay}::date))`,
    adults: sql`sat.is_adult`,
  }
  const exempt = dutyReasons.flatMap(reason =>
    reason !== 'office' && policy.exempt.includes(reason) ? [sql`when ${is[reason]} then ${reason}`] : [],
  )
  const near =
    of &&
    sql`
  workers as (
    select m.person_id from households join household_members m on m.household_id = households.id where ${of}
    union select g.guardian_id from households join students st on st.household_id = households.id join guardianships g on g.student_id = st.id where ${of}
  ), near as (
    select m.household_id from workers join household_members m on m.person_id = workers.person_id
    union select st.household_id from workers join guardianships g on g.guardian_id = workers.person_id join students st on st.id = g.student_id
  ),`
  return sql`${near}
  sat as (
    select st.household_id as id, bool_and(p.birth_on is not null and p.birth_on + interval '18 years' <= ${year.from}::date) as is_adult
    from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id join students st on st.id = e.student_id join persons p on p.id = st.id
    where ${isEnrolled('e')} and t.starts_on <= ${year.to}::date and t.ends_on >= ${year.from}::date
      ${near && sql`and st.household_id in (select household_id from near)`} group by st.household_id
  ), shifts as (
    select u.id, u.person_id, u.status, sl.id as slot_id, sl.points, coalesce(
      (select m.household_id from household_members m join sat on sat.id = m.household_id where m.person_id = u.person_id order by m.contact_order, m.household_id limit 1),
      (select st.household_id from guardianships g join students st on st.id = g.student_id join sat on sat.id = st.household_id where g.guardian_id = u.person_id order by st.household_id limit 1)) as household_id
    from slot_signups u join event_slots sl on sl.id = u.slot_id join events e on e.id = sl.event_id
    where ${inYear(asked)} and (u.status in ('worked','no-show') or ${hasStatus('u', pendingSignUps)} and e.status = 'published' and sl.released_at is null)
      ${near && sql`and u.person_id in (select person_id from workers)`}
  ), counted as (
    select household_id, coalesce(sum(points) filter (where status = 'worked'), 0) as worked, coalesce(sum(points) filter (where ${hasStatus('shifts', pendingSignUps)}), 0) as planned,
      coalesce(sum(points) filter (where status = 'no-show'), 0) as missed from shifts group by household_id
  ), judged as (
    select sat.id, coalesce(counted.worked, 0)::int as worked, coalesce(counted.planned, 0)::int as planned, coalesce(counted.missed, 0)::int as missed, x.reason as note,
      case when x.id is not null then 'office' ${sql.join(exempt, sql` `)} end as reason
    from sat left join counted on counted.household_id = sat.id
      left join lateral (select d.id, d.reason from duty_exemptions d where d.household_id = sat.id and d.taken_back_at is null
        and d.from_on <= ${year.to}::date and (d.to_on is null or d.to_on >= ${year.from}::date) order by d.made_at desc, d.id desc limit 1) x on true
  ), standings as (
    select judged.*, case when judged.reason is null then ${policy.points}::int else 0 end as due,
      case when judged.reason is null then greatest(${policy.points}::int - judged.worked, 0) else 0 end as owed from judged
  )`
}

const columns = sql`households.id, households.name, ${nativeHousehold(sql`households.id`, sql`households.name`)} as "nativeName", d.due, d.worked, d.planned, d.missed, d.owed, d.reason, coalesce(d.note, '') as note`

type Filter = { search: string; view: (typeof dutyViews)[number] | undefined }
const viewed: Record<(typeof dutyViews)[number], SQL> = {
  owing: sql`d.owed > 0`,
  done: sql`d.reason is null and d.owed = 0`,
  exempt: sql`d.reason is not null`,
}
const matching = ({ search, view }: Filter): SQL =>
  sql`${view ? viewed[view] : sql`true`} and ${familyMatches(sql`households.id`, search)}`

const sortColumns: Record<(typeof dutySorts)[number], SortColumn> = {
  name: { by: sql`households.name_order`, type: 'text' },
  owed: { by: sql`d.owed::bigint`, type: 'bigint' },
  worked: { by: sql`d.worked::bigint`, type: 'bigint' },
  planned: { by: sql`d.planned::bigint`, type: 'bigint' },
}
export const sortedDuties = (
  by: (typeof dutySorts)[number] = 'name',
  isDown: boolean = false,
  after?: string,
): Sorting => sorting(by, sortColumns[by], sql`households.id`, isDown, after)

/** Families in the given order, at most `limit`. */
export const listDuties = (
  db: Db,
  seen: Scope<'households'>,
  asked: Asked,
  filter: Filter,
  { where, order }: Sorting,
  limit: number,
): Promise<FamilyDuty[]> =>
  rows<FamilyDuty>(
    db,
    sql`with ${standings(asked)} select ${columns} from standings d join households on households.id = d.id
      where ${seen} and ${matching(filter)} and ${where} order by ${order} ${limitTo(limit)}`,
  )

export const countDuties = async (db: Db, seen: Scope<'households'>, asked: Asked, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`with ${standings(asked)} select count(*)::int as total from standings d join households on households.id = d.id where ${seen} and ${matching(filter)}`,
    )
  )[0]!.total

type Totals = Omit<Output<'duties-preview'>, 'year' | 'exempt'> & { exempt: { reason: DutyReason; n: number }[] }
/** The totals of all families, and the year's shifts that nobody has taken, in one statement. */
export const sumDuties = async (db: Db, seen: Scope<'households'>, asked: Asked): Promise<Totals> =>
  (
    await rows<Totals>(
      db,
      sql`
      with ${standings(asked)}, those as (select d.* from standings d join households on households.id = d.id where ${seen})
      select (select count(*)::int from those) as families, (select count(*)::int from those where reason is null) as owing,
        coalesce((select json_agg(json_build_object('reason', x.reason, 'n', x.n) order by x.n desc, x.reason) from (select reason, count(*) as n from those where reason is not null group by reason) x), '[]') as exempt,
        (select coalesce(sum(due), 0)::int from those) as due, (select coalesce(sum(worked), 0)::int from those) as worked,
        (select coalesce(sum(planned), 0)::int from those) as planned, (select coalesce(sum(owed), 0)::int from those) as owed,
        (select coalesce(sum(greatest(owed - planned, 0)), 0)::int from those) as unplanned,
        (select coalesce(sum(sl.points * greatest(sl.capacity - (select count(*)::int from shifts where shifts.slot_id = sl.id), 0)), 0)::int
          from event_slots sl join events e on e.id = sl.event_id
          where ${inYear(asked)} and ${slotAt} > ${stamp(asked.now)} and e.status = 'published' and sl.released_at is null) as open`,
    )
  )[0]!

type FoundDuty = FamilyDuty & { shifts: DutyShift[] }
/** One family, or the few that the caller sees, with the shifts of the year that are shown, latest first. */
export const findDuties = (
  db: Db,
  seen: Scope<'households'>,
  shown: Scope<'shifts'>,
  asked: Asked,
  id?: string,
): Promise<FoundDuty[]> => {
  const of = id === undefined ? sql`${seen}` : sql`${seen} and households.id = ${id}::uuid`
  return rows<FoundDuty>(
    db,
    sql`
    with ${standings(asked, of)}
    select ${columns}, coalesce((select json_agg(json_build_object('id', x.id, 'eventId', e.id, 'title', e.title, 'nativeTitle', e.native_title, 'name', sl.name, 'nativeName', sl.native_name,
        'onDay', (${slotAt} at time zone ${asked.zone})::date, 'points', x.points, 'status', x.status, 'by', p.name, 'byNative', p.native_name) order by ${slotAt} desc, x.id)
      from shifts x join event_slots sl on sl.id = x.slot_id join events e on e.id = sl.event_id join persons p on p.id = x.person_id where x.household_id = d.id and ${shown}), '[]') as shifts
    from standings d join households on households.id = d.id
    where ${of} order by households.name_order, households.id`,
  )
}
