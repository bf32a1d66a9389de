import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Cancellation } from '#contract/enrolment/cancellations.ts'
import type { Output } from '#contract/index.ts'
import type { SessionDateStatus, TermStatus } from '#contract/school/terms.ts'
import { pendingSignUps } from '#contract/communication/events.plain.ts'
import type { LessonsAsked } from '#rules/cancellations.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { isOff, isShown } from '#server/enrolment/classes/tables.ts'
import { askedOf, isStanding } from '#server/money/payments/tables.ts'
import { isVisiting } from '#server/enrolment/visits/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { callingOff, cancellations } from './tables.ts'

/** Lessons of a school day that are not canceled yet, of one class or of all, as the relation `off`. */
const off = (sessionDateId: string, sectionId: string | null): SQL => sql`
  off as (select m.id, m.on_day, s.id as section_id, s.name, s.native_name, s.crayon, s.starts_at, s.ends_at, s.room_id, m.starts_at as starts, m.ends_at as ends
    from meetings m join sections s on s.id = m.section_id
    where m.session_date_id = ${sessionDateId}::uuid and m.cancelled_at is null and ${isShown('s')}
      and ${sectionId === null ? sql`true` : sql`s.id = ${sectionId}::uuid`})`

/** The students enrolled in those lessons on that day, as the relation `sits`. */
const sits = sql`
  sits as (select off.section_id, e.id as enrolment_id, st.id as student_id, st.household_id, (e.created_at at time zone school.zone)::date as joined_on
    from off cross join school join enrolments e on e.section_id = off.section_id and ${isEnrolled('e')} join students st on st.id = e.student_id
    where (e.created_at at time zone school.zone)::date <= off.on_day)`

/** The guests of those lessons, as the relation `visiting`. */
const visiting = sql`
  visiting as (select v.student_id from off join visits v on v.section_id = off.section_id and v.on_day = off.on_day and ${isVisiting})`

/**
 * The teachers, and the guardians with data access to the students and guests of those lessons, as a relation of ids.
 */
const concerned = sql`(
  select t.teacher_id as id from off join section_teachers t on t.section_id = off.section_id
  union select g.guardian_id from visiting join guardianships g on g.student_id = visiting.student_id and g.has_data_access
  union select g.guardian_id from sits join guardianships g on g.student_id = sits.student_id and g.has_data_access)`

type FoundDay = Omit<Output<'cancellations-previewDay'>, 'classes' | 'creditCents' | 'credited' | 'clashes'> & {
  classes: Omit<Output<'cancellations-previewDay'>['classes'][number], 'creditCents'>[]
}

/** What a school day holds: lessons, the people concerned, and shifts of events. One statement. */
export const findDay = async (
  db: Db,
  seen: Scope<'terms'>,
  sessionDateId: string,
  sectionId: string | null,
): Promise<FoundDay | null> => {
  // The school stays open when one lesson is canceled, so only events for that class alone are canceled with it.
  const ofLesson =
    sectionId === null
      ? sql`true`
      : sql`e.audience = json_build_array(json_build_object('kind', 'class', 'sectionId', ${sectionId}::uuid))::jsonb`
  const [found] = await rows<FoundDay>(
    db,
    sql`
    with ${off(sessionDateId, sectionId)}, ${sits}, ${visiting}, hours as (
      select min(starts) - interval '1 hour' as from_at, max(ends) + interval '1 hour' as to_at from off
    )
    select d.id as "sessionDateId", d.term_id, d.on_day,
      coalesce((select json_agg(json_build_object('sectionId', off.section_id, 'name', off.name, 'nativeName', off.native_name, 'crayon', off.crayon, 'startsAt', off.starts_at, 'endsAt', off.ends_at,
        'students', (select count(*) from sits where sits.section_id = off.section_id)) order by off.starts_at, off.name) from off), '[]') as classes,
      (select count(distinct student_id)::int from sits) as students,
      (select count(*)::int from visiting) as guests,
      (select count(distinct household_id)::int from sits) as families,
      (select count(distinct t.teacher_id)::int from off join section_teachers t on t.section_id = off.section_id) as teachers,
      (select count(*)::int from ${concerned} c join persons p on p.id = c.id where p.email <> '') as letters,
      coalesce((select json_agg(json_build_object('eventId', v.id, 'title', v.title, 'nativeTitle', v.native_title, 'startsAt', v.starts, 'slots', v.slots, 'signUps', v.sign_ups, 'isDuring', v.is_during) order by v.starts nulls first, v.title)
        from (select e.id, e.title, e.native_title, to_char(min(l.starts_at) at time zone school.zone, 'HH24:MI') as starts, count(*) as slots,
            (select count(*) from event_slots y join slot_signups u on u.slot_id = y.id where y.event_id = e.id and ${hasStatus('u', pendingSignUps)} and ${onThatDay('y', 'e')}) as sign_ups,
            bool_or(coalesce(l.starts_at, e.starts_at) < hours.to_at and coalesce(l.ends_at, e.ends_at) > hours.from_at) and ${ofLesson} as is_during
          from events e join event_slots l on l.event_id = e.id cross join hours where e.status = 'published' and l.released_at is null and ${onThatDay('l', 'e')}
          group by e.id, school.zone) v), '[]') as duties
    from session_dates d join terms on terms.id = d.term_id cross join school where d.id = ${sessionDateId}::uuid and ${seen}`,
  )
  return found ?? null
}

/** True where a slot of an event is on the school day `d`; a slot without a time takes its event's day. A condition. */
export const onThatDay = (slot: string, event: string): SQL =>
  sql.raw(`coalesce((${slot}.starts_at at time zone (select zone from school))::date, ${event}.starts_on) = d.on_day`)

export type CreditLine = LessonsAsked & { chargeId: string; householdId: string; sectionId: string }
/** For each charge, what was charged for the lessons that are not canceled yet, and what was credited earlier. */
export const listCreditLines = (db: Db, sessionDateId: string, sectionId: string | null): Promise<CreditLine[]> =>
  rows<CreditLine>(
    db,
    sql`
    with ${off(sessionDateId, sectionId)}, ${sits}
    select c.id as "chargeId", c.household_id, sits.section_id, (${askedOf('c')} + g.cents)::bigint as "askedCents", g.cents as "creditedCents", g.lessons as "creditedLessons",
      (select count(*)::int from meetings x where x.section_id = sits.section_id and x.makes_up_id is null and x.on_day >= sits.joined_on) as lessons
    from sits join charges c on c.enrolment_id = sits.enrolment_id and c.kind = 'tuition'
      cross join lateral (select coalesce(sum(each.cents), 0)::bigint as cents, count(*)::int as lessons
        from (select sum(amount_cents) as cents from charge_credits where charge_id = c.id group by cancellation_id having sum(amount_cents) <> 0) each) g
    where ${isStanding('c.id')} order by c.id`,
  )

type Clash = Output<'cancellations-previewDay'>['clashes'][number]
/**
 * What conflicts with making up lessons on a day at their usual hour: closures, other terms, and rooms and teachers
 * that are taken.
 */
export const listClashes = (
  db: Db,
  sessionDateId: string,
  sectionId: string | null,
  makeUpOn: string,
): Promise<Clash[]> =>
  rows<Clash>(
    db,
    sql`
    with ${off(sessionDateId, sectionId)}, there as (
      select s.id, s.name, s.native_name, s.room_id, m.starts_at, m.ends_at from meetings m join sections s on s.id = m.section_id and ${isShown('s')} join session_dates d on d.id = m.session_date_id
      where m.on_day = ${makeUpOn}::date and not ${isOff('m', 'd')}
    ), meets as (
      select off.*, there.name as other, there.native_name as other_native, there.room_id as other_room, there.id as other_id from off cross join school join there
        on there.starts_at < (${makeUpOn}::date + off.ends_at::time) at time zone school.zone and there.ends_at > (${makeUpOn}::date + off.starts_at::time) at time zone school.zone
    )
    select * from (
      select 'closure' as kind, c.reason as name, c.native_reason as "nativeName", '' as "with", '' as "withNative", 1 as turn from closures c where c.on_day = ${makeUpOn}::date
      union select 'term', t.name, t.native_name, '', '', 2 from session_dates d join terms t on t.id = d.term_id
        where d.on_day = ${makeUpOn}::date and d.status in ('scheduled','held') and d.term_id <> (select term_id from session_dates where id = ${sessionDateId}::uuid)
      union select 'room', r.name, '', meets.other, meets.other_native, 3 from meets join rooms r on r.id = meets.room_id where meets.other_room = meets.room_id
      union select 'teacher', p.name, p.native_name, meets.other, meets.other_native, 4 from meets join section_teachers a on a.section_id = meets.section_id
        join section_teachers b on b.section_id = meets.other_id and b.teacher_id = a.teacher_id join persons p on p.id = a.teacher_id
    ) clash order by turn, name, "with" limit 20`,
  )

export type LockedDay = {
  termId: string
  termStatus: TermStatus
  onDay: string
  status: SessionDateStatus
  /** The day's lessons of one class or of all, without those canceled individually. */
  lessons: { id: string; sectionId: string; hasRoll: boolean }[]
}
/** The classes that meet on a day; they are locked before the day. */
export const listSectionsOn = async (db: Db, sessionDateId: string, sectionId: string | null): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`with ${off(sessionDateId, sectionId)} select off.section_id as id from off order by off.section_id`,
    )
  ).map(({ id }) => id)

/** Locks a school day and its meetings, so that no roll can begin until the transaction ends. */
export const lockDay = async (
  db: Db,
  seen: Scope<'terms'>,
  sessionDateId: string,
  sectionId: string | null,
): Promise<LockedDay | null> => {
  const [day] = await rows<Omit<LockedDay, 'lessons'>>(
    db,
    sql`select d.term_id, terms.status as "termStatus", d.on_day, d.status from session_dates d join terms on terms.id = d.term_id
      where d.id = ${sessionDateId}::uuid and ${seen} for update of d`,
  )
  if (!day) return null
  const lessons = await rows<LockedDay['lessons'][number]>(
    db,
    sql`select m.id, m.section_id, m.roll_taken_at is not null as "hasRoll" from meetings m
      where m.session_date_id = ${sessionDateId}::uuid and m.cancelled_at is null and ${sectionId === null ? sql`true` : sql`m.section_id = ${sectionId}::uuid`} order by m.id for update of m`,
  )
  return { ...day, lessons }
}

/** The lessons that a cancellation covers: one lesson, or all of a day without those canceled individually. */
export const listCalledOff = async (db: Db, sessionDateId: string, sectionId: string | null): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select m.id from meetings m where m.session_date_id = ${sessionDateId}::uuid
        and ${sectionId === null ? sql`m.cancelled_at is null` : sql`m.section_id = ${sectionId}::uuid`} order by m.id`,
    )
  ).map(({ id }) => id)

/** Cancellations with the person who made them, filtered by `only`. */
export const listCancellations = (
  db: Db,
  seen: Scope<'cancellations'>,
  only: { termId?: string | undefined; sessionDateId?: string | undefined },
): Promise<Cancellation[]> =>
  rows<Cancellation>(
    db,
    sql`
    select cancellations.id, cancellations.kind, cancellations.on_day, cancellations.session_date_id, cancellations.section_id, coalesce(s.name, '') as section,
      coalesce(s.native_name, '') as "sectionNativeName", cancellations.reason, cancellations.native_reason, cancellations.remedy, cancellations.make_up_on,
      cancellations.credit_cents, coalesce(p.name, '') as by, to_char(cancellations.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      to_char(cancellations.restored_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "restoredAt"
    from cancellations left join session_dates d on d.id = cancellations.session_date_id left join sections s on s.id = cancellations.section_id left join persons p on p.id = cancellations.made_by
    where ${and(
      seen,
      only.termId ? sql`coalesce(d.term_id, s.term_id) = ${only.termId}::uuid` : undefined,
      only.sessionDateId ? sql`cancellations.session_date_id = ${only.sessionDateId}::uuid` : undefined,
    )}
    order by cancellations.on_day desc, cancellations.made_at desc, cancellations.id limit 500`,
  )

type LockedCancellation = Pick<
  typeof cancellations.$inferSelect,
  'kind' | 'sessionDateId' | 'sectionId' | 'onDay' | 'remedy' | 'makeUpDateId' | 'madeAt' | 'restoredAt'
>
/** A cancellation in its current state, read before its day is locked and again behind the lock. */
export const findCancellation = async (
  db: Db,
  seen: Scope<'cancellations'>,
  id: string,
): Promise<LockedCancellation | null> => {
  const { kind, sessionDateId, sectionId, onDay, remedy, makeUpDateId, madeAt, restoredAt } = cancellations
  const [found] = await db
    .select({ kind, sessionDateId, sectionId, onDay, remedy, makeUpDateId, madeAt, restoredAt })
    .from(cancellations)
    .where(and(seen, eq(cancellations.id, id)))
  return found ?? null
}

type Mine = Output<'cancellations-mine'>[number]
/** What a family or a teacher is told of the cancellation `off`. */
const whatIsTold = sql.raw('off.id, off.kind, off.on_day, off.reason, off.native_reason, off.remedy, off.make_up_on')
/**
 * Canceled lessons from a day on that the person would have attended or taught, grouped by cancellation, the next one
 * first.
 */
export const listMine = (
  db: Db,
  attended: Scope<'meetings'>,
  of: { taught: Scope<'meetings'>; students: Scope<'students'> },
  from: string,
): Promise<Mine[]> =>
  rows<Mine>(
    db,
    sql`
    select ${whatIsTold},
      (select coalesce(sum(g.amount_cents), 0)::bigint from charge_credits g join charges c on c.id = g.charge_id join students on students.id = c.student_id where g.cancellation_id = off.id and ${of.students}) as "creditCents",
      json_agg(json_build_object('id', s.id, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon, 'startsAt', s.starts_at, 'isTaught', ${of.taught}) order by s.starts_at, s.name) as sections, '[]'::json as children
    from meetings join sections s on s.id = meetings.section_id and ${isShown('s')} join session_dates d on d.id = meetings.session_date_id join ${callingOff('s', 'd', 'off')} on true
    where meetings.on_day >= ${from}::date and ${isOff('meetings', 'd')} and ${attended}
    group by ${whatIsTold} order by off.on_day, off.id limit 100`,
  )

/** The students who had a place in the class `sections`, waited for one or were to visit when `off` canceled it for good. */
const hadPlace = sql.raw(`(
  select e.student_id from enrolments e where e.section_id = sections.id and e.ended_at = off.made_at
  union select w.student_id from waitlist_entries w where w.section_id = sections.id and w.status = 'removed' and w.answered_at = off.made_at
  union select v.student_id from visits v where v.section_id = sections.id and v.status = 'cancelled' and v.decided_at = off.made_at)`)

/** What the households of the scope's children no longer owe because of `off`: reversed charges, less what was kept. */
const reversedFor = (ledgers: Scope<'households'>, students: Scope<'students'>): SQL => sql`(
  select coalesce(sum(x.cents), 0)::bigint from households cross join lateral (
    select ${askedOf('c')} as cents from charges c join charge_reversals v on v.charge_id = c.id
      where c.household_id = households.id and v.cause = 'class-canceled' and v.created_at = off.made_at
    union all select -c.amount_cents from charges c where c.household_id = households.id and c.created_at = off.made_at) x
  where ${ledgers} and households.id in (select students.household_id from ${hadPlace} had join students on students.id = had.student_id where ${students}))`

/**
 * Classes canceled for good from a day on that the person taught, or in which they or a child of theirs had a place,
 * waited for one or was to visit until then.
 */
export const listMyClosed = (
  db: Db,
  of: {
    taught: Scope<'sections'>
    students: Scope<'students'>
    myself: Scope<'students'>
    ledgers: Scope<'households'>
  },
  from: string,
): Promise<Mine[]> =>
  rows<Mine>(
    db,
    sql`
    select ${whatIsTold}, ${reversedFor(of.ledgers, of.students)} as "creditCents",
      (select coalesce(json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by p.birth_on, p.name), '[]')
        from ${hadPlace} had join students on students.id = had.student_id join persons p on p.id = students.id where ${of.students}) as children,
      json_build_array(json_build_object('id', sections.id, 'name', sections.name, 'nativeName', sections.native_name, 'crayon', sections.crayon, 'startsAt', sections.starts_at, 'isTaught', ${of.taught})) as sections
    from cancellations off join sections on sections.id = off.section_id
    where off.kind = 'class' and off.on_day >= ${from}::date and (${of.taught} or exists (
      select 1 from ${hadPlace} had join students on students.id = had.student_id where ${of.students} or ${of.myself}))
    order by off.on_day desc, off.id limit 100`,
  )
