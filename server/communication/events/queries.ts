import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Audience } from '#contract/communication/messages.audience.ts'
import type { EventStatus, RsvpAnswer, SignUpStatus } from '#contract/communication/events.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { containing, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { callingOff } from '#server/enrolment/cancellations/tables.ts'
import { isAnnounced, isOff, teachersOf } from '#server/enrolment/classes/tables.ts'
import { isLessonDay } from '#server/school/terms/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { nativeHousehold } from '#server/people/parents/tables.ts'
import { isPlaced } from './tables.ts'

/** The viewer whose answers and slots are shown with an event, and the time zone. */
export type Viewer = { personId: string | null; homes: Scope<'households'>; zone: string }

export type FoundEvent = {
  id: string
  title: string
  nativeTitle: string
  place: string
  isAllDay: boolean
  startsOn: string
  endsOn: string
  startTime: string | null
  endTime: string | null
  startsAt: string
  endsAt: string
  status: EventStatus
  isPublic: boolean
  takesRsvp: boolean
  rsvpClosesAt: string | null
  closesAtInstant: string | null
  capacity: number | null
  people: number
  slotPlaces: number
  slotsTaken: number
  myAnswer: RsvpAnswer | null
  mySlots: number
  hasHome: boolean
  audience: Audience
}
type FoundSlot = {
  id: string
  name: string
  nativeName: string
  startsAt: string | null
  endsAt: string | null
  opensAt: string | null
  locksAt: string | null
  opensAtInstant: string | null
  locksAtInstant: string | null
  endsAtInstant: string
  capacity: number
  points: number
  taken: number
  myStatus: SignUpStatus | null
}
export type FoundDetails = FoundEvent & {
  description: string
  nativeDescription: string
  answers: { yes: number; no: number; maybe: number }
  slots: FoundSlot[]
  households: Output<'events-get'>['households']
}

const wall = (instant: SQL, zone: string): SQL => sql`to_char(${instant} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI')`
const time = (instant: SQL, zone: string): SQL =>
  sql`case when not events.is_all_day then to_char(${instant} at time zone ${zone}, 'HH24:MI') end`

const columns = ({ personId, homes, zone }: Viewer): SQL => sql`
  events.id, events.title, events.native_title, events.place, events.is_all_day, events.starts_on, events.ends_on,
  ${time(sql`events.starts_at`, zone)} as "startTime", ${time(sql`events.ends_at`, zone)} as "endTime", events.starts_at, events.ends_at,
  events.status, events.is_public, events.takes_rsvp, ${wall(sql`events.rsvp_closes_at`, zone)} as "rsvpClosesAt", events.rsvp_closes_at as "closesAtInstant",
  events.capacity, events.audience,
  (select coalesce(sum(r.party_size), 0)::int from rsvps r where r.event_id = events.id and r.answer = 'yes') as people,
  (select coalesce(sum(s.capacity), 0)::int from event_slots s where s.event_id = events.id) as "slotPlaces",
  (select count(*)::int from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = events.id and ${isPlaced}) as "slotsTaken",
  (select r.answer from rsvps r join households on households.id = r.household_id where r.event_id = events.id and ${homes} order by r.at desc limit 1) as "myAnswer",
  (select count(*)::int from event_slots s join slot_signups u on u.slot_id = s.id where s.event_id = events.id and u.person_id = ${personId}::uuid and ${isPlaced}) as "mySlots",
  exists (select 1 from households where ${homes}) as "hasHome"`

/** Events that overlap a time span, at most 1000. */
export const listBetween = (
  db: Db,
  seen: Scope<'events'>,
  viewer: Viewer,
  from: Date,
  to: Date,
): Promise<FoundEvent[]> =>
  rows<FoundEvent>(
    db,
    sql`select ${columns(viewer)} from events
    where events.starts_at < ${to.toISOString()}::timestamptz and events.ends_at > ${from.toISOString()}::timestamptz and ${seen}
    order by events.starts_at, events.id limit 1000`,
  )

type Filter = { search: string; view: 'upcoming' | 'past'; now: Date }
const matching = ({ search, view, now }: Filter): SQL => sql`
  ${view === 'upcoming' ? sql`events.ends_at > ${now.toISOString()}::timestamptz` : sql`events.ends_at <= ${now.toISOString()}::timestamptz`}
  and ${search === '' ? sql`true` : sql`events.search_text like ${containing(search)}`}`

export const listAgenda = (
  db: Db,
  seen: Scope<'events'>,
  viewer: Viewer,
  filter: Filter,
  after: readonly unknown[] | null,
): Promise<FoundEvent[]> => {
  const isUp = filter.view === 'upcoming'
  const key = isUp ? sql`(events.starts_at, events.id)` : sql`(events.ends_at, events.id)`
  const from = after ? sql`(${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
  return rows<FoundEvent>(
    db,
    sql`select ${columns(viewer)} from events
    where ${matching(filter)} and ${after ? (isUp ? sql`${key} > ${from}` : sql`${key} < ${from}`) : sql`true`} and ${seen}
    order by ${isUp ? sql`events.starts_at, events.id` : sql`events.ends_at desc, events.id desc`} ${onePage}`,
  )
}

export const countAgenda = async (db: Db, seen: Scope<'events'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from events where ${matching(filter)} and ${seen}`,
    )
  )[0]!.total

/** One event with its slots and the answers of the viewer's households, in one statement. */
export const findEvent = async (
  db: Db,
  seen: Scope<'events'>,
  viewer: Viewer,
  id: string,
): Promise<FoundDetails | null> => {
  const { personId, homes, zone } = viewer
  const [found] = await rows<FoundDetails>(
    db,
    sql`
    select ${columns(viewer)}, events.description, events.native_description,
      (select json_build_object('yes', count(*) filter (where r.answer = 'yes'), 'no', count(*) filter (where r.answer = 'no'), 'maybe', count(*) filter (where r.answer = 'maybe'))
        from rsvps r where r.event_id = events.id) as answers,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'capacity', s.capacity, 'points', s.points,
          'startsAt', ${wall(sql`s.starts_at`, zone)}, 'endsAt', ${wall(sql`s.ends_at`, zone)}, 'opensAt', ${wall(sql`s.opens_at`, zone)}, 'locksAt', ${wall(sql`s.locks_at`, zone)},
          'opensAtInstant', s.opens_at, 'locksAtInstant', least(s.locks_at, s.released_at), 'endsAtInstant', coalesce(s.ends_at, events.ends_at),
          'taken', (select count(*) from slot_signups u where u.slot_id = s.id and ${isPlaced}),
          'myStatus', (select u.status from slot_signups u where u.slot_id = s.id and u.person_id = ${personId}::uuid and u.status <> 'cancelled')) order by s.position, s.id)
        from event_slots s where s.event_id = events.id), '[]') as slots,
      coalesce((select json_agg(json_build_object('id', households.id, 'name', households.name, 'nativeName', ${nativeHousehold(sql`households.id`, sql`households.name`)}, 'answer', r.answer, 'partySize', coalesce(r.party_size, 1), 'note', coalesce(r.note, '')) order by households.name_order, households.id)
        from households left join rsvps r on r.household_id = households.id and r.event_id = events.id where ${homes}), '[]') as households
    from events where events.id = ${id}::uuid and ${seen}`,
  )
  return found ?? null
}

export const findTitle = async (db: Db, seen: Scope<'events'>, id: string): Promise<string | null> =>
  (await rows<{ title: string }>(db, sql`select events.title from events where events.id = ${id}::uuid and ${seen}`))[0]
    ?.title ?? null

type PublicEvent = Output<'events-public'>[number]
/** The next public events, at most six. */
export const listPublic = (db: Db, seen: Scope<'events'>, zone: string, now: Date): Promise<PublicEvent[]> =>
  rows<PublicEvent>(
    db,
    sql`
    select events.id, events.title, events.native_title, events.description, events.native_description, events.place,
      events.is_all_day, events.starts_on, events.ends_on, ${time(sql`events.starts_at`, zone)} as "startTime", ${time(sql`events.ends_at`, zone)} as "endTime"
    from events where events.ends_at > ${now.toISOString()}::timestamptz and ${seen} order by events.starts_at, events.id limit 6`,
  )

type FoundDay = Output<'events-calendar'>['days'][number]
/** School days and closures of a span. With `counts`, also how many classes start at which time. */
export const listDays = (
  db: Db,
  seen: Scope<'terms'>,
  from: string,
  to: string,
  counts: Scope<'meetings'> | null,
): Promise<FoundDay[]> =>
  rows<FoundDay>(
    db,
    sql`
    select d.on_day, 'session' as kind, d.term_id, d.id as "sessionDateId", d.status, d.note, d.native_note,
      case when ${isLessonDay('d')} then (select count(*)::int from session_dates x where x.term_id = d.term_id and ${isLessonDay('x')} and x.on_day <= d.on_day) else 0 end as lesson,
      ${
        counts
          ? sql`coalesce((select json_agg(json_build_object('startsAt', s.starts_at, 'classes', s.classes) order by s.starts_at) from (
              select s.starts_at, count(*) as classes from meetings join sections s on s.id = meetings.section_id
              where meetings.session_date_id = d.id and ${isAnnounced('s')} and ${counts} group by s.starts_at) s), '[]')`
          : sql`'[]'::json`
      } as starts
    from session_dates d join terms on terms.id = d.term_id where d.on_day between ${from}::date and ${to}::date and ${seen}
    union all
    select c.on_day, 'closure', c.term_id, null, null, c.reason, c.native_reason, 0, '[]'::json
    from closures c join terms on terms.id = c.term_id where c.on_day between ${from}::date and ${to}::date and ${seen}
    order by 1, 2 desc`,
  )

export type FoundMeeting = Output<'events-meetings'>[number] & {
  id: string
  startsAtInstant: string
  endsAtInstant: string
  note: string
  nativeNote: string
  makeUpOn: string | null
  sequence: number
  changedAt: string
  isTaught: boolean
  /** The children, by name and preferred name. */
  pupils: { name: string; preferredName: string }[]
}

/** Meetings in a span of days, with the viewer's children in each. */
export const listMeetings = (
  db: Db,
  seen: Scope<'meetings'>,
  mine: { enrolments: Scope<'enrolments'>; taught: Scope<'meetings'> },
  from: string,
  to: string,
): Promise<FoundMeeting[]> =>
  rows<FoundMeeting>(
    db,
    sql`
    select meetings.id, s.id as "sectionId", s.name, s.native_name, s.crayon, coalesce(r.name, '') as room, meetings.on_day, s.starts_at, s.ends_at,
      taught.names as teachers, taught.native_names as "teacherNativeNames",
      ${isOff('meetings', 'd')} as "isCancelled", coalesce(off.reason, d.note) as note, coalesce(off.native_reason, d.native_note) as "nativeNote", off.make_up_on, meetings.roll_taken_at is not null as "isRollTaken", meetings.starts_at as "startsAtInstant", meetings.ends_at as "endsAtInstant",
      meetings.sequence + d.sequence as sequence, greatest(meetings.changed_at, d.changed_at) as "changedAt", (${mine.taught}) as "isTaught",
      coalesce(k.pupils, '[]') as pupils, coalesce(k.children, '[]') as children, coalesce(k.native_names, '[]') as "childNativeNames"
    from meetings join sections s on s.id = meetings.section_id join session_dates d on d.id = meetings.session_date_id join terms t on t.id = s.term_id left join rooms r on r.id = s.room_id
      cross join lateral ${teachersOf(sql`s.id`)} taught left join ${callingOff('s', 'd', 'off')} on true left join lateral (
        select json_agg(json_build_object('name', p.name, 'preferredName', p.preferred_name) order by p.birth_on, p.name) as pupils, json_agg(p.name order by p.birth_on, p.name) as children, json_agg(p.native_name order by p.birth_on, p.name) as native_names
        from enrolments join persons p on p.id = enrolments.student_id
        where enrolments.section_id = s.id and ${isEnrolled('enrolments')} and ${mine.enrolments}) k on true
    where meetings.on_day between ${from}::date and ${to}::date and ${isAnnounced('s')} and t.status <> 'draft' and ${seen}
    order by meetings.starts_at, s.name, meetings.id`,
  )

type LockedEvent = {
  id: string
  status: EventStatus
  takesRsvp: boolean
  capacity: number | null
  startsAt: Date
  endsAt: Date
  rsvpClosesAt: Date | null
}
type RawLocked = Omit<LockedEvent, 'startsAt' | 'endsAt' | 'rsvpClosesAt'> & {
  startsAt: string
  endsAt: string
  rsvpClosesAt: string | null
}

/** Locks an event, so that answers to it are processed one at a time. */
export const lockEvent = async (db: Db, seen: Scope<'events'>, id: string): Promise<LockedEvent | null> => {
  const [found] = await rows<RawLocked>(
    db,
    sql`
    select events.id, events.status, events.takes_rsvp, events.capacity, events.starts_at, events.ends_at, events.rsvp_closes_at
    from events where ${and(eq(sql`events.id`, sql`${id}::uuid`), seen)} for update of events`,
  )
  if (!found) return null
  const { startsAt, endsAt, rsvpClosesAt, ...rest } = found
  return {
    ...rest,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    rsvpClosesAt: rsvpClosesAt === null ? null : new Date(rsvpClosesAt),
  }
}
