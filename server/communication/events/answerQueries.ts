import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, limitTo, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { rsvps } from './tables.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { isHouseholdAfter } from '#server/platform/nameOrder.ts'

/** True if the household is in the scope. */
export const hasHousehold = async (db: Db, homes: Scope<'households'>, id: string): Promise<boolean> =>
  (await rows(db, sql`select 1 from households where households.id = ${id}::uuid and ${homes}`)).length === 1

/** The number of people from other households who come. */
export const countOthers = async (
  db: Db,
  _seen: Scope<'events'>,
  eventId: string,
  householdId: string,
): Promise<number> =>
  (
    await rows<{ people: number }>(
      db,
      sql`select coalesce(sum(r.party_size), 0)::int as people from rsvps r
      where r.event_id = ${eventId}::uuid and r.household_id <> ${householdId}::uuid and r.answer = 'yes'`,
    )
  )[0]!.people

export const upsertAnswer = async (db: Db, values: typeof rsvps.$inferInsert): Promise<void> => {
  await db
    .insert(rsvps)
    .values(values)
    .onConflictDoUpdate({
      target: [rsvps.eventId, rsvps.householdId],
      set: {
        answer: sql`excluded.answer`,
        partySize: sql`excluded.party_size`,
        note: sql`excluded.note`,
        byId: sql`excluded.by_id`,
        at: sql`excluded.at`,
      },
    })
}

/** Guardians with data access to a child of the household, whose screens show the household's answer. */
export const listGuardians = async (db: Db, homes: Scope<'households'>, householdId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select distinct g.guardian_id as id from households join students s on s.household_id = households.id
        join guardianships g on g.student_id = s.id and g.has_data_access where households.id = ${householdId}::uuid and ${homes}`,
    )
  ).map(({ id }) => id)

type Row = Output<'events-answers'>['rows'][number]
const matching = (search: string): SQL =>
  search === '' ? sql`true` : sql`lower(h.name || ' ' || r.note) like ${containing(search)}`

const columns = sql`r.household_id, h.name, ${nativeHousehold(sql`h.id`, sql`h.name`)} as "nativeName", r.answer, r.party_size, r.note, coalesce(p.name, '') as by, coalesce(p.native_name, '') as "byNativeName", r.at`
const from = sql`from rsvps r join events on events.id = r.event_id join households h on h.id = r.household_id left join persons p on p.id = r.by_id`

/** Answers ordered by household name; all of them if `limit` is null. */
export const listAnswers = (
  db: Db,
  seen: Scope<'events'>,
  eventId: string,
  search: string,
  after: readonly unknown[] | null,
  limit: number | null = pageSize + 1,
): Promise<Row[]> =>
  rows<Row>(
    db,
    sql`select ${columns} ${from}
    where events.id = ${eventId}::uuid and ${seen} and ${matching(search)} and ${after ? isHouseholdAfter('h', after) : sql`true`}
    order by h.name_order, h.id ${limitTo(limit)}`,
  )

export const countAnswers = async (db: Db, seen: Scope<'events'>, eventId: string, search: string): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total ${from} where events.id = ${eventId}::uuid and ${seen} and ${matching(search)}`,
    )
  )[0]!.total
