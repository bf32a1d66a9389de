import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Role } from '#contract/callable.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/scope.ts'
import type { EventStatus, RsvpAnswer } from '#contract/communication/events.ts'
import { callingOff } from '#server/enrolment/cancellations/tables.ts'
import { isAnnounced, isOff } from '#server/enrolment/classes/tables.ts'
import { calendarFeeds, isPlaced } from './tables.ts'

export const findFeed = async (
  db: Db,
  own: Scope<'calendar_feeds'>,
): Promise<{ createdAt: Date; lastUsedAt: Date | null } | null> => {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt, lastUsedAt: calendarFeeds.lastUsedAt })
    .from(calendarFeeds)
    .where(and(own, isNull(calendarFeeds.revokedAt)))
  return feed ?? null
}

/** Revokes the live feed; false if there is none. */
export const revokeFeed = async (db: Db, own: Scope<'calendar_feeds'>, at: Date): Promise<boolean> =>
  (
    await db
      .update(calendarFeeds)
      .set({ revokedAt: at })
      .where(and(own, isNull(calendarFeeds.revokedAt)))
      .returning({ id: calendarFeeds.id })
  ).length > 0

export const insertFeed = async (db: Db, values: typeof calendarFeeds.$inferInsert): Promise<void> => {
  await db.insert(calendarFeeds).values(values)
}

type Owner = { feedId: string; actor: Actor; nativeName: string }

/**
 * The owner of the calendar that a secret opens. There is none once the feed is revoked, the account is disabled or
 * unconfirmed, or every parent or teacher role has ended.
 */
export const findFeedOwner = async (db: Db, tokenHash: string): Promise<Owner | null> => {
  const [found] = await rows<Omit<Actor, 'signInId' | 'isVerified'> & { feedId: string; nativeName: string }>(
    db,
    sql`
    select f.id as "feedId", a.id as "accountId", p.id as "personId", a.email, p.name, p.native_name, a.language,
      array(select g.role from role_grants g where g.person_id = p.id and g.ends_at is null and g.role in ('parent','teacher')) as roles
    from calendar_feeds f join persons p on p.id = f.person_id join accounts a on a.id = p.account_id
    where f.token_hash = ${tokenHash} and f.revoked_at is null and a.is_verified and not a.is_disabled`,
  )
  if (!found || found.roles.length === 0) return null
  const { feedId, nativeName, ...actor } = found
  return { feedId, nativeName, actor: { ...actor, roles: actor.roles as Role[], signInId: null, isVerified: true } }
}

/** Records that a feed was fetched, at most once an hour, because calendar programs fetch often. */
export const noteUse = async (db: Db, feedId: string, at: Date): Promise<void> => {
  await db
    .update(calendarFeeds)
    .set({ lastUsedAt: at })
    .where(
      and(
        eq(calendarFeeds.id, feedId),
        sql`(${calendarFeeds.lastUsedAt} is null or ${calendarFeeds.lastUsedAt} < ${new Date(at.getTime() - 3_600_000).toISOString()}::timestamptz)`,
      ),
    )
}

export type FeedEvent = {
  id: string
  title: string
  nativeTitle: string
  description: string
  nativeDescription: string
  place: string
  isAllDay: boolean
  startsOn: string
  endsOn: string
  startsAt: string
  endsAt: string
  status: EventStatus
  sequence: number
  createdAt: string
  changedAt: string
  answer: RsvpAnswer | null
  slots: {
    id: string
    name: string
    nativeName: string
    startsAt: string | null
    endsAt: string | null
    status: string
    at: string
  }[]
}

/**
 * Events from an instant on, with the reader's slots, for their calendar. Events that their family declined are left
 * out.
 */
export const listFeedEvents = (
  db: Db,
  seen: Scope<'events'>,
  homes: Scope<'households'>,
  personId: string | null,
  from: Date,
  only: string | null = null,
): Promise<FeedEvent[]> =>
  rows<FeedEvent>(
    db,
    sql`
    select * from (
      select events.id, events.title, events.native_title, events.description, events.native_description, events.place,
        events.is_all_day, events.starts_on, events.ends_on, events.starts_at, events.ends_at,
        events.status, events.sequence, events.created_at, events.changed_at,
        (select r.answer from rsvps r join households on households.id = r.household_id where r.event_id = events.id and ${homes} order by r.at desc limit 1) as answer,
        coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'startsAt', s.starts_at, 'endsAt', s.ends_at, 'status', u.status, 'at', u.at) order by s.position)
          from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = events.id and u.person_id = ${personId}::uuid and ${isPlaced}), '[]') as slots
      from events where events.ends_at > ${from.toISOString()}::timestamptz and ${only === null ? sql`true` : sql`events.id = ${only}::uuid`} and ${seen}
    ) e where e.answer is distinct from 'no' or json_array_length(e.slots) > 0
    order by e.starts_at, e.id limit 1000`,
  )

export type FeedClosure = { id: string; onDay: string; reason: string; nativeReason: string; createdAt: string }
/** Closures of terms in which the reader has a meeting. */
export const listFeedClosures = (
  db: Db,
  seen: Scope<'terms'>,
  attended: Scope<'meetings'>,
  from: string,
): Promise<FeedClosure[]> =>
  rows<FeedClosure>(
    db,
    sql`
    select c.id, c.on_day, c.reason, c.native_reason, terms.created_at from closures c join terms on terms.id = c.term_id
    where c.on_day >= ${from}::date and ${seen}
      and exists (select 1 from meetings join session_dates d on d.id = meetings.session_date_id where d.term_id = terms.id and ${attended})
    order by c.on_day`,
  )

export type FeedVisit = {
  id: string
  kind: 'trial' | 'day'
  onDay: string
  section: string
  nativeName: string
  room: string
  startsAt: string
  endsAt: string
  isCancelled: boolean
  note: string
  nativeNote: string
  sequence: number
  changedAt: string
  pupil: { name: string; preferredName: string }
}
/** Visits at which the reader's children are expected, each with its lesson. */
export const listFeedVisits = (db: Db, mine: Scope<'visits'>, from: string): Promise<FeedVisit[]> =>
  rows<FeedVisit>(
    db,
    sql`
    select visits.id, visits.kind, visits.on_day, s.name as section, s.native_name, coalesce(r.name, '') as room, m.starts_at, m.ends_at,
      ${isOff('m', 'd')} as "isCancelled", coalesce(off.reason, d.note) as note, coalesce(off.native_reason, d.native_note) as "nativeNote", m.sequence + d.sequence as sequence,
      greatest(m.changed_at, d.changed_at, visits.decided_at, visits.asked_at) as "changedAt", json_build_object('name', p.name, 'preferredName', p.preferred_name) as pupil
    from visits join sections s on s.id = visits.section_id left join rooms r on r.id = s.room_id join persons p on p.id = visits.student_id
      join meetings m on m.section_id = s.id and m.on_day = visits.on_day join session_dates d on d.id = m.session_date_id left join ${callingOff('s', 'd', 'off')} on true
    where visits.on_day >= ${from}::date and visits.status = 'approved' and ${isAnnounced('s')} and ${mine}
    order by m.starts_at, visits.id limit 500`,
  )
