import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { type AttendanceCode, attendanceMeaning, type MarkRevision, type Roll } from '#contract/teaching/absences.ts'
import { fieldsIn } from '#contract/studentFields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { isOff, meetings } from '#server/enrolment/classes/tables.ts'
import { barredNames, contactsToCall } from '#server/people/parents/acts.ts'
import { visibility } from '#server/people/students/policy.ts'
import { members, shownIf } from '#server/people/students/tables.ts'
import { sessionDates } from '#server/school/terms/tables.ts'
import { attendance, attendanceRevisions, isPlacedIn, noticeOf } from './tables.ts'

type FoundRoll = Omit<Roll, 'isOpen'> & { startsAtInstant: string; guests: Roll['marks'] }

/**
 * For student `st`: who must not pick them up after the meeting, and whom to call, for readers who may see their
 * record.
 */
const safety = (isVisible: SQL): SQL =>
  sql.join(
    [
      sql`'barred', case when ${isVisible} then ${barredNames(sql`st.id`, sql`st.household_id`, sql`meetings.on_day`)} else '[]' end`,
      sql`'contacts', case when ${isVisible} then ${contactsToCall(sql`st.id`, sql`st.household_id`, sql`meetings.on_day`)} else '[]' end`,
    ],
    sql`, `,
  )

const nameOf = (person: SQL): SQL =>
  sql`(select json_build_object('name', b.name, 'nativeName', b.native_name) from persons b where b.id = ${person})`

/** A place `e` in the class `s` of a meeting, with its mark `a` and the newest version `v` of that mark. */
const placeMarks = sql`
  left join attendance a on a.enrolment_id = e.id and a.meeting_id = meetings.id
  left join lateral (select r.id, r.recorded_by, r.recorded_at from attendance_revisions r where r.meeting_id = meetings.id and r.enrolment_id = e.id
    order by r.recorded_at desc, r.id desc limit 1) v on true`
const isPlaced = isPlacedIn('meetings')
/** A condition: true if the place is on the meeting's roll. */
const isOnRoll = sql`e.section_id = s.id and (${isPlaced} or a.code is not null)`
/** A condition: true if the visit `v` puts a guest on the meeting's roll. */
const isGuestOnRoll = sql`v.section_id = s.id and v.on_day = meetings.on_day and v.status in ('approved','converted')
  and not exists (select 1 from enrolments e where e.section_id = s.id and e.student_id = v.student_id and ${isPlaced})`

/**
 * A meeting's roll: the students of the class with their marks. Students whose records the reader may no longer see
 * (outside `known`), and guests outside `recent`, have only their names.
 */
export const findRoll = async (
  db: Db,
  language: Language,
  seen: Scope<'meetings'>,
  { known, recent }: { known: Scope<'students'>; recent: Scope<'meetings'> },
  meetingId: string,
): Promise<FoundRoll | null> => {
  const [roll] = await rows<FoundRoll>(
    db,
    sql`
    select meetings.id as "meetingId", s.term_id, s.name as section, s.native_name, s.crayon, coalesce(r.name, '') as room, meetings.on_day,
      s.starts_at, s.ends_at, meetings.roll_taken_at as "takenAt", meetings.starts_at as "startsAtInstant",
      coalesce((select json_agg(json_build_object('enrolmentId', e.id, 'studentId', p.id, 'name', p.name, 'nativeName', p.native_name, ${members(fieldsIn('roll'), shownIf(sql`k.visible`, 'st'))}, 'isAuditor', e.type = 'audit',
          'isBirthday', to_char(p.birth_on, 'MM-DD') = to_char(meetings.on_day, 'MM-DD'), 'code', a.code, 'ownCodeId', a.own_code_id, 'note', coalesce(a.note, ''),
          'revision', v.id, 'markedBy', ${nameOf(sql`v.recorded_by`)}, 'markedAt', ${asInstant(sql`v.recorded_at`)}, 'reported', ${noticeOf(sql`p.id`, { section: sql`s.id`, day: sql`meetings.on_day`, startsAt: sql`meetings.starts_at`, endsAt: sql`meetings.ends_at` })}, ${safety(sql`k.visible`)}) order by ${nameOrderOf('p', language)}, p.id)
        from enrolments e join persons p on p.id = e.student_id join students st on st.id = e.student_id
          cross join ${visibility(known, sql`st.id`)} k
          ${placeMarks}
        where ${isOnRoll}), '[]') as marks,
      coalesce((select json_agg(json_build_object('enrolmentId', v.id, 'studentId', p.id, 'name', p.name, 'nativeName', p.native_name, ${members(fieldsIn('roll'), shownIf(recent, 'st'))}, 'isGuest', true,
          'isBirthday', to_char(p.birth_on, 'MM-DD') = to_char(meetings.on_day, 'MM-DD'), 'code', v.code, 'ownCodeId', null, 'note', v.roll_note,
          'revision', ${asInstant(sql`v.recorded_at`)}, 'markedBy', ${nameOf(sql`v.recorded_by`)}, 'markedAt', ${asInstant(sql`v.recorded_at`)}, 'reported', null,
          ${safety(recent)}) order by ${nameOrderOf('p', language)}, p.id)
        from visits v join persons p on p.id = v.student_id join students st on st.id = v.student_id
        where ${isGuestOnRoll}), '[]') as guests,
      coalesce((select json_agg(json_build_object('id', oc.id, 'code', oc.code, 'name', oc.name, 'nativeName', oc.native_name, 'isArchived', oc.archived_at is not null) order by oc.code, oc.name) from own_codes oc), '[]') as "ownCodes"
    from meetings join sections s on s.id = meetings.section_id cross join school left join rooms r on r.id = s.room_id
    where ${and(seen, eq(meetings.id, meetingId))}`,
  )
  return roll ?? null
}

type OnRoll = Mark & { isGuest: boolean; revision: string | null }
/** The marks of a meeting's roll, without the students they belong to. Nothing where the meeting is not in scope. */
export const listMarks = (db: Db, seen: Scope<'meetings'>, meetingId: string): Promise<OnRoll[]> => {
  const meeting = sql`meetings join sections s on s.id = meetings.section_id cross join school`
  return rows<OnRoll>(
    db,
    sql`
    select e.id as "enrolmentId", false as "isGuest", a.code, a.own_code_id as "ownCodeId", coalesce(a.note, '') as note, v.id::text as revision
      from ${meeting} join enrolments e on e.section_id = s.id ${placeMarks} where ${seen} and meetings.id = ${meetingId}::uuid and ${isOnRoll}
    union all
    select v.id, true, v.code, null, v.roll_note, ${asInstant(sql`v.recorded_at`)}
      from ${meeting} join visits v on v.section_id = s.id where ${seen} and meetings.id = ${meetingId}::uuid and ${isGuestOnRoll}`,
  )
}

/**
 * Every version of one student's mark in a meeting, newest first; for a guest only the last one, which is stored with
 * the visit. Null where the meeting is not in scope.
 */
export const listRevisions = async (
  db: Db,
  seen: Scope<'meetings'>,
  meetingId: string,
  enrolmentId: string,
): Promise<MarkRevision[] | null> => {
  const [found] = await rows<{ revisions: MarkRevision[] }>(
    db,
    sql`
    select coalesce((select json_agg(json_build_object('id', m.id, 'code', nullif(m.code, 'unmarked'), 'ownCodeId', m.own_code_id, 'note', m.note,
        'markedBy', ${nameOf(sql`m.recorded_by`)}, 'markedAt', ${asInstant(sql`m.recorded_at`)}) order by m.recorded_at desc, m.id desc)
      from (
        select r.id, r.code, r.own_code_id, r.note, r.recorded_by, r.recorded_at from attendance_revisions r
          where r.meeting_id = meetings.id and r.enrolment_id = ${enrolmentId}::uuid
        union all
        select v.id, coalesce(v.code, 'unmarked'), null, v.roll_note, v.recorded_by, v.recorded_at from visits v
          where v.id = ${enrolmentId}::uuid and v.section_id = meetings.section_id and v.on_day = meetings.on_day and v.recorded_at is not null
      ) m), '[]') as revisions
    from meetings where ${and(seen, eq(meetings.id, meetingId))}`,
  )
  return found?.revisions ?? null
}

type LockedMeeting = { startsAt: Date; rollTakenAt: Date | null; sessionDateId: string; isOff: boolean }
export const lockMeeting = async (
  db: Db,
  seen: Scope<'meetings'>,
  meetingId: string,
): Promise<LockedMeeting | null> => {
  const [meeting] = await db
    .select({
      startsAt: meetings.startsAt,
      rollTakenAt: meetings.rollTakenAt,
      sessionDateId: meetings.sessionDateId,
      isOff: isOff('meetings', 'session_dates'),
    })
    .from(meetings)
    .innerJoin(sessionDates, eq(sessionDates.id, meetings.sessionDateId))
    .where(and(seen, eq(meetings.id, meetingId)))
    .for('update', { of: meetings })
  return meeting ?? null
}

type Mark = { enrolmentId: string; code: AttendanceCode | null; ownCodeId: string | null; note: string }
type Made = Mark & { code: AttendanceCode }

/** Stores marks, removes those whose code is null, and records every change in the revisions. */
export const upsertMarks = async (
  db: Db,
  meetingId: string,
  marks: readonly Mark[],
  by: string | null,
  at: Date,
): Promise<void> => {
  if (marks.length === 0) return
  const made = marks.filter((mark): mark is Made => mark.code !== null)
  const takenBack = marks.filter(({ code }) => code === null).map(({ enrolmentId }) => enrolmentId)
  await Promise.all([
    made.length > 0 &&
      db
        .insert(attendance)
        .values(
          made.map(mark => ({
            meetingId,
            ...mark,
            isPresent: attendanceMeaning[mark.code].isPresent,
            recordedBy: by,
            recordedAt: at,
          })),
        )
        .onConflictDoUpdate({
          target: [attendance.meetingId, attendance.enrolmentId],
          set: {
            code: sql`excluded.code`,
            ownCodeId: sql`excluded.own_code_id`,
            isPresent: sql`excluded.is_present`,
            note: sql`excluded.note`,
            recordedBy: sql`excluded.recorded_by`,
            recordedAt: sql`excluded.recorded_at`,
          },
        }),
    takenBack.length > 0 &&
      db.delete(attendance).where(and(eq(attendance.meetingId, meetingId), inArray(attendance.enrolmentId, takenBack))),
    db.insert(attendanceRevisions).values(
      marks.map(({ code, ...mark }) => ({
        meetingId,
        ...mark,
        code: code ?? ('unmarked' as const),
        recordedBy: by,
        recordedAt: at,
      })),
    ),
  ])
}

/**
 * The people whose screens change: guardians with data access to the students of these enrolments and visits, and the
 * teachers of the class.
 */
export const listConcerned = async (db: Db, enrolmentIds: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select distinct g.guardian_id as id from enrolments join guardianships g on g.student_id = enrolments.student_id and g.has_data_access where ${inArray(sql`enrolments.id`, [...enrolmentIds])}
      union select t.teacher_id from enrolments join section_teachers t on t.section_id = enrolments.section_id where ${inArray(sql`enrolments.id`, [...enrolmentIds])}
      union select g.guardian_id from visits v join guardianships g on g.student_id = v.student_id and g.has_data_access where ${inArray(sql`v.id`, [...enrolmentIds])}`,
    )
  ).map(({ id }) => id)
