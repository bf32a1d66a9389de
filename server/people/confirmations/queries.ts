import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { RecordEntry, Round, roundViews } from '#contract/people/confirmations.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import { recordOf } from './recordQueries.ts'
import { confirmationRounds, confirmations } from './tables.ts'
import { isHouseholdAfter } from '#server/platform/nameOrder.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'

const inZone = (instant: string): SQL => sql`(${sql.raw(instant)} at time zone (select zone from school))::date`
const selectRounds = (which: SQL): SQL => sql`
  select r.id, ${inZone('r.started_at')} as "startedOn", r.due_on, ${inZone('r.ended_at')} as "endedOn", count(confirmations.household_id)::int as families,
    count(confirmations.confirmed_at)::int as confirmed, count(*) filter (where confirmations.changes > 0)::int as changed, count(confirmations.reminded_at)::int as reminded,
    count(*) filter (where confirmations.household_id is not null and confirmations.confirmed_at is null and confirmations.reminded_at is null
      and ${reachable(sql`confirmations.household_id`)})::int as unreminded
  from confirmation_rounds r left join confirmations on confirmations.round_id = r.id where ${which} group by r.id`

/** The latest rounds, newest first, at most 20. */
export const listRounds = (db: Db, seen: Scope<'confirmations'>): Promise<Round[]> =>
  rows<Round>(db, sql`${selectRounds(seen)} order by r.started_at desc limit 20`)

export const findRound = async (db: Db, seen: Scope<'confirmations'>, id: string): Promise<Round | null> =>
  (await rows<Round>(db, selectRounds(sql`${seen} and r.id = ${id}::uuid`)))[0] ?? null

/** Opens a round and stores the current record of every family with a child. */
export const insertRound = async (
  db: Db,
  values: { dueOn: string; startedAt: Date; startedBy: string | null },
): Promise<string> => {
  const [round] = await db.insert(confirmationRounds).values(values).returning({ id: confirmationRounds.id })
  await rows(
    db,
    sql`insert into confirmations (round_id, household_id, before) select ${round!.id}::uuid, h.id, ${recordOf(sql`h.id`)} from households h
      where h.archived_at is null and exists (select 1 from students s where s.household_id = h.id and s.archived_at is null)`,
  )
  return round!.id
}

/** Changes the round if it is open; false otherwise. */
export const changeRound = async (
  db: Db,
  id: string,
  values: { dueOn: string } | { endedAt: Date },
): Promise<boolean> =>
  (
    await db
      .update(confirmationRounds)
      .set(values)
      .where(and(eq(confirmationRounds.id, id), isNull(confirmationRounds.endedAt)))
      .returning({ id: confirmationRounds.id })
  ).length === 1

type Filter = { roundId: string; search: string; view: (typeof roundViews)[number] | undefined }
const views: Record<(typeof roundViews)[number], SQL> = {
  waiting: sql`confirmations.confirmed_at is null`,
  confirmed: sql`confirmations.confirmed_at is not null`,
  changed: sql`confirmations.changes > 0`,
}
const matching = (seen: Scope<'confirmations'>, { roundId, search, view }: Filter): SQL => sql`
  ${seen} and confirmations.round_id = ${roundId}::uuid and ${view ? views[view] : sql`true`} and ${
    search === ''
      ? sql`true`
      : sql`(lower(h.name) like ${containing(search)} or exists (select 1 from household_members m join persons p on p.id = m.person_id
          where m.household_id = h.id and p.search_text like ${containing(search)}))`
  }`

type Row = Output<'confirmations-list'>['rows'][number]
/** Families of a round by name; one row more than a page. */
export const listFamilies = (
  db: Db,
  seen: Scope<'confirmations'>,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<Row[]> =>
  rows<Row>(
    db,
    sql`
    select h.id as "householdId", h.name as household, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName", to_json(confirmations.confirmed_at) as "confirmedAt", to_json(confirmations.reminded_at) as "remindedAt", confirmations.changes,
      (select json_build_object('name', p.name, 'nativeName', p.native_name) from persons p where p.id = confirmations.confirmed_by) as "confirmedBy",
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id where m.household_id = h.id), '[]') as guardians
    from confirmations join households h on h.id = confirmations.household_id
    where ${matching(seen, filter)} and ${after ? isHouseholdAfter('h', after) : sql`true`}
    order by h.name_order, h.id ${onePage}`,
  )

export const countFamilies = async (db: Db, seen: Scope<'confirmations'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from confirmations join households h on h.id = confirmations.household_id where ${matching(seen, filter)}`,
    )
  )[0]!.total

type Compared = {
  household: string
  householdNativeName: string
  confirmedAt: string | null
  before: RecordEntry[]
  after: RecordEntry[]
}
/**
 * A family's record at the start of a round, and its record when confirmed, or the current one if not yet confirmed.
 */
export const findCompared = async (
  db: Db,
  seen: Scope<'confirmations'>,
  roundId: string,
  householdId: string,
): Promise<Compared | null> =>
  (
    await rows<Compared>(
      db,
      sql`
      select h.name as household, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName", to_json(confirmations.confirmed_at) as "confirmedAt", confirmations.before, coalesce(confirmations.after, ${recordOf(sql`h.id`)}::jsonb) as after
      from confirmations join households h on h.id = confirmations.household_id
      where ${seen} and confirmations.round_id = ${roundId}::uuid and confirmations.household_id = ${householdId}::uuid`,
    )
  )[0] ?? null

/** What the open round asks of the caller's families. */
export const listMine = (db: Db, mine: Scope<'confirmations'>): Promise<Output<'confirmations-mine'>> =>
  rows(
    db,
    sql`
    select r.id as "roundId", h.id as "householdId", h.name as household, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "householdNativeName", r.due_on, to_json(confirmations.confirmed_at) as "confirmedAt",
      (select json_build_object('name', p.name, 'nativeName', p.native_name) from persons p where p.id = confirmations.confirmed_by) as "confirmedBy"
    from confirmations join confirmation_rounds r on r.id = confirmations.round_id and r.ended_at is null join households h on h.id = confirmations.household_id
    where ${mine} order by h.name_order, h.id`,
  )

/**
 * Locks a family's answer until the transaction ends and returns its record then and now; null if the family isn't
 * asked.
 */
export const lockAnswer = async (
  db: Db,
  mine: Scope<'confirmations'>,
  roundId: string,
  householdId: string,
): Promise<{ before: RecordEntry[]; after: RecordEntry[] } | null> =>
  (
    await rows<{ before: RecordEntry[]; after: RecordEntry[] }>(
      db,
      sql`
      select confirmations.before, ${recordOf(sql`confirmations.household_id`)} as after
      from confirmations join confirmation_rounds r on r.id = confirmations.round_id and r.ended_at is null
      where ${mine} and confirmations.round_id = ${roundId}::uuid and confirmations.household_id = ${householdId}::uuid for update of confirmations`,
    )
  )[0] ?? null

export const confirm = async (
  db: Db,
  roundId: string,
  householdId: string,
  values: { after: RecordEntry[]; changes: number; confirmedBy: string | null; confirmedAt: Date },
): Promise<void> => {
  await db
    .update(confirmations)
    .set(values)
    .where(and(eq(confirmations.roundId, roundId), eq(confirmations.householdId, householdId)))
}

export type Reminded = {
  householdId: string
  household: string
  guardians: { email: string; name: string; nativeName: string; language: 'en' | 'zh' }[]
}
/** Families that have neither confirmed nor been reminded, with the guardians to email. Marks them as reminded. */
export const takeUnreminded = (db: Db, seen: Scope<'confirmations'>, roundId: string, at: Date): Promise<Reminded[]> =>
  rows<Reminded>(
    db,
    sql`
    with taken as (
      update confirmations set reminded_at = ${at.toISOString()}::timestamptz from confirmation_rounds r
      where ${seen} and r.id = confirmations.round_id and r.ended_at is null and confirmations.round_id = ${roundId}::uuid and confirmations.confirmed_at is null and confirmations.reminded_at is null
        and ${reachable(sql`confirmations.household_id`)} returning confirmations.household_id
    )
    select h.id as "householdId", h.name as household, (select json_agg(json_build_object('email', p.email, 'name', p.name, 'nativeName', p.native_name, 'language', p.language) order by m.contact_order, p.name)
      from household_members m join persons p on p.id = m.person_id where m.household_id = h.id and ${mayBeWritten(sql`h.id`)}) as guardians
    from taken join households h on h.id = taken.household_id order by h.name_order, h.id`,
  )

// Guardians who may not see any of the household's children get no email.
const mayBeWritten = (household: SQL): SQL =>
  sql`(p.email <> '' and ${wantsMail('notices', sql`p.id`)} and exists (select 1 from guardianships g join students s on s.id = g.student_id
    where g.guardian_id = p.id and s.household_id = ${household} and g.has_data_access))`
const reachable = (household: SQL): SQL =>
  sql`exists (select 1 from household_members m join persons p on p.id = m.person_id where m.household_id = ${household} and ${mayBeWritten(household)})`

/** The people to notify about a new round: every guardian with data access to a child in its families. */
export const listAsked = async (db: Db, roundId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select distinct g.guardian_id as id from confirmations c join students s on s.household_id = c.household_id
        join guardianships g on g.student_id = s.id and g.has_data_access where c.round_id = ${roundId}::uuid`,
    )
  ).map(({ id }) => id)
