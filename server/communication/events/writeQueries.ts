import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { events, eventSlots, isPlaced } from './tables.ts'

export const insertEvent = async (db: Db, values: typeof events.$inferInsert): Promise<string> =>
  (await db.insert(events).values(values).returning({ id: events.id }))[0]!.id

/** Changes an event and raises its sequence number for calendars. */
export const updateEvent = async (
  db: Db,
  id: string,
  values: Partial<typeof events.$inferInsert>,
  at: Date,
): Promise<void> => {
  await db
    .update(events)
    .set({ ...values, changedAt: at, sequence: sql`case when status = 'draft' then sequence else sequence + 1 end` })
    .where(eq(events.id, id))
}

export const deleteEvent = async (db: Db, id: string): Promise<void> => {
  await db.delete(events).where(eq(events.id, id))
}

/** True if anyone has answered or signed up. */
export const isAnswered = async (db: Db, _seen: Scope<'events'>, id: string): Promise<boolean> =>
  (
    await rows<{ isAnswered: boolean }>(
      db,
      sql`select exists (select 1 from rsvps r where r.event_id = ${id}::uuid)
        or exists (select 1 from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = ${id}::uuid and u.status <> 'cancelled') as "isAnswered"`,
    )
  )[0]!.isAnswered

export type SlotValues = Omit<typeof eventSlots.$inferInsert, 'eventId' | 'position'>

/** Locks the slots of an event and returns how many spots of each are taken. */
export const lockSlots = async (db: Db, eventId: string): Promise<{ id: string; taken: number }[]> => {
  const locked = await db
    .select({ id: eventSlots.id })
    .from(eventSlots)
    .where(eq(eventSlots.eventId, eventId))
    .orderBy(eventSlots.id)
    .for('update')
  if (locked.length === 0) return []
  // Counted after the lock, so that sign-ups that committed first are included.
  return rows<{ id: string; taken: number }>(
    db,
    sql`select s.id, (select count(*)::int from slot_signups u where u.slot_id = s.id and ${isPlaced}) as taken from event_slots s where s.event_id = ${eventId}::uuid`,
  )
}

/** Stores the slots of an event in this order: known ones are changed, new ones added, and `gone` removed. */
export const replaceSlots = async (
  db: Db,
  eventId: string,
  slots: readonly SlotValues[],
  gone: readonly string[],
): Promise<void> => {
  if (gone.length > 0)
    await db.delete(eventSlots).where(and(eq(eventSlots.eventId, eventId), inArray(eventSlots.id, [...gone])))
  if (slots.length === 0) return
  await db
    .insert(eventSlots)
    .values(slots.map((slot, position) => ({ ...slot, eventId, position })))
    .onConflictDoUpdate({
      target: eventSlots.id,
      set: {
        name: sql`excluded.name`,
        nativeName: sql`excluded.native_name`,
        startsAt: sql`excluded.starts_at`,
        endsAt: sql`excluded.ends_at`,
        capacity: sql`excluded.capacity`,
        points: sql`excluded.points`,
        opensAt: sql`excluded.opens_at`,
        locksAt: sql`excluded.locks_at`,
        position: sql`excluded.position`,
      },
    })
}
