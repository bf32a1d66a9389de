import { and, eq, sql } from 'drizzle-orm'
import type { EventStatus, SignUp, SignUpStatus } from '#contract/communication/events.ts'
import { pendingSignUps } from '#contract/communication/events.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { isPlaced, slotSignups } from './tables.ts'

/** Locks the person who signs up, so that two sign-ups of theirs run one after the other and see each other. */
export const lockPerson = async (db: Db, id: string): Promise<boolean> =>
  (await db.select({ id: persons.id }).from(persons).where(eq(persons.id, id)).for('no key update')).length === 1

type LockedSlot = {
  id: string
  eventId: string
  eventStatus: EventStatus
  startsAt: Date | null
  endsAt: Date
  opensAt: Date | null
  locksAt: Date | null
  capacity: number
}
type RawSlot = { [Key in keyof LockedSlot]: LockedSlot[Key] extends Date | null ? string | null : LockedSlot[Key] }
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Locks a slot of a visible event, so that its spots are assigned one at a time. */
export const lockSlot = async (db: Db, seen: Scope<'events'>, id: string): Promise<LockedSlot | null> => {
  const [found] = await rows<RawSlot>(
    db,
    sql`
    select s.id, s.event_id, events.status as "eventStatus", s.starts_at, coalesce(s.ends_at, events.ends_at) as "endsAt",
      s.opens_at, least(s.locks_at, s.released_at) as "locksAt", s.capacity
    from event_slots s join events on events.id = s.event_id where s.id = ${id}::uuid and ${seen} for update of s`,
  )
  if (!found) return null
  return {
    ...found,
    startsAt: dateOf(found.startsAt),
    endsAt: new Date(found.endsAt!),
    opensAt: dateOf(found.opensAt),
    locksAt: dateOf(found.locksAt),
  }
}

export const countTaken = async (db: Db, _seen: Scope<'events'>, slotId: string): Promise<number> =>
  (
    await rows<{ taken: number }>(
      db,
      sql`select count(*)::int as taken from slot_signups u where u.slot_id = ${slotId}::uuid and ${isPlaced}`,
    )
  )[0]!.taken

/** A person's live sign-up for a slot. */
export const findSignUp = async (
  db: Db,
  slotId: string,
  personId: string,
): Promise<{ id: string; status: SignUpStatus } | null> => {
  const [found] = await db
    .select({ id: slotSignups.id, status: slotSignups.status })
    .from(slotSignups)
    .where(
      and(
        eq(slotSignups.slotId, slotId),
        eq(slotSignups.personId, personId),
        sql`${slotSignups.status} <> 'cancelled'`,
      ),
    )
    .for('update')
  return found ?? null
}

type TimedSlot = { name: string; nativeName: string; startsAt: Date; endsAt: Date }
/** A person's slots that have times, in events that are not canceled. */
export const listOwnTimes = async (db: Db, personId: string): Promise<TimedSlot[]> =>
  (
    await rows<{ name: string; nativeName: string; startsAt: string; endsAt: string }>(
      db,
      sql`
      select s.name, s.native_name, s.starts_at, s.ends_at
      from slot_signups u join event_slots s on s.id = u.slot_id join events e on e.id = s.event_id
      where u.person_id = ${personId}::uuid and ${isPlaced} and s.starts_at is not null and e.status = 'published'`,
    )
  ).map(slot => ({ ...slot, startsAt: new Date(slot.startsAt), endsAt: new Date(slot.endsAt) }))

export const insertSignUp = async (db: Db, values: typeof slotSignups.$inferInsert): Promise<void> => {
  await db.insert(slotSignups).values(values)
}

export const updateSignUp = async (db: Db, id: string, status: SignUpStatus): Promise<void> => {
  await db.update(slotSignups).set({ status }).where(eq(slotSignups.id, id))
}

/**
 * Locks and returns the unmarked sign-ups of an event that takes place, in the slots that have begun, and locks their
 * slots.
 */
export const lockUnmarked = async (db: Db, seen: Scope<'events'>, eventId: string, now: Date): Promise<string[]> => {
  await rows(
    db,
    sql`select s.id from event_slots s join events on events.id = s.event_id where events.id = ${eventId}::uuid and ${seen} order by s.id for update of s`,
  )
  const found = await rows<{ id: string }>(
    db,
    sql`select u.id from slot_signups u join event_slots s on s.id = u.slot_id join events on events.id = s.event_id
      where events.id = ${eventId}::uuid and ${hasStatus('u', pendingSignUps)} and ${seen}
        and events.status = 'published' and coalesce(s.starts_at, events.starts_at) <= ${now.toISOString()}::timestamptz
      order by u.id for update of u`,
  )
  return found.map(({ id }) => id)
}

export const markWorked = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .update(slotSignups)
    .set({ status: 'worked' })
    .where(oneOf(sql`${slotSignups.id}`, ids))
}

/** The slot and person of a sign-up, in an event that the caller manages. */
export const findSignUpById = async (
  db: Db,
  seen: Scope<'events'>,
  id: string,
): Promise<{ slotId: string; personId: string } | null> => {
  const [found] = await rows<{ slotId: string; personId: string }>(
    db,
    sql`select u.slot_id, u.person_id from slot_signups u join event_slots s on s.id = u.slot_id join events on events.id = s.event_id
      where u.id = ${id}::uuid and ${seen}`,
  )
  return found ?? null
}

/** Sign-ups ordered by slot; canceled ones are left out. */
export const listSignUps = (
  db: Db,
  seen: Scope<'events'>,
  of: { eventId: string } | { id: string },
): Promise<SignUp[]> =>
  rows<SignUp>(
    db,
    sql`
    select u.id, u.slot_id, p.id as "personId", p.name, p.native_name, p.email, p.phone, u.status, u.note, u.at
    from slot_signups u join event_slots s on s.id = u.slot_id join events on events.id = s.event_id join persons p on p.id = u.person_id
    where ${'id' in of ? sql`u.id = ${of.id}::uuid` : sql`events.id = ${of.eventId}::uuid and u.status <> 'cancelled'`} and ${seen}
    order by s.position, s.id, u.at, u.id`,
  )
