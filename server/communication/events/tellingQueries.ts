import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import { peopleOf } from '#server/communication/messages/acts.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import type { Recipient } from './letters.ts'
import { events, isPlaced } from './tables.ts'

/**
 * Records that those affected are being told of a canceled event; undefined if they have been told, or if the event
 * takes place.
 */
export const takeUntold = async (
  db: Db,
  eventId: string,
  at: Date,
): Promise<typeof events.$inferSelect | undefined> => {
  const [event] = await db
    .update(events)
    .set({ toldAt: at })
    .where(and(eq(events.id, eventId), eq(events.status, 'cancelled'), isNull(events.toldAt)))
    .returning()
  return event
}

/**
 * The recipients of a cancellation: guardians of households that said yes, provided that they are in the event's
 * audience or gave the answer themselves, and people with a slot. For a child's class, nobody without access to that
 * child's data gets email. Guardians who lost access to all children's data get none either, unless they work for the
 * school, nor does anyone who wants no email about events.
 */
export const listConcerned = (db: Db, eventId: string, today: string): Promise<Recipient[]> =>
  rows<Recipient>(
    db,
    sql`
    with coming as (
      select g.guardian_id as id from rsvps r join events e on e.id = r.event_id join students st on st.household_id = r.household_id
        join guardianships g on g.student_id = st.id and g.has_data_access where r.event_id = ${eventId}::uuid and r.answer = 'yes'
          and (g.guardian_id = r.by_id or g.guardian_id in (select reached.person_id from ${peopleOf(sql`e.audience`, sql`${today}::date`)} reached))
      union
      select u.person_id from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = ${eventId}::uuid and ${isPlaced}
        and (exists (select 1 from guardianships g where g.guardian_id = u.person_id and g.has_data_access)
          or exists (select 1 from role_grants w where w.person_id = u.person_id and w.ends_at is null and w.role in ('teacher','admin')))
    )
    select p.email, p.name, p.native_name, p.language,
      coalesce((select json_agg(json_build_object('name', s.name, 'nativeName', s.native_name) order by s.position)
        from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = ${eventId}::uuid and u.person_id = p.id and ${isPlaced}), '[]') as slots
    from coming join persons p on p.id = coming.id where p.email <> '' and ${wantsMail('events', sql`p.id`)} order by p.id`,
  )
