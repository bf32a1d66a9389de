import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { absenceReasons, absenceStatuses, attendanceCodes } from '#contract/attendance.plain.ts'
import { day, id, instant } from '#server/platform/tables.ts'
import { meetings, sections } from '#server/enrolment/classes/tables.ts'
import { enrolments, isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A school's own names for attendance codes. */
export const ownCodes = pgTable(
  'own_codes',
  {
    id: id(),
    code: text({ enum: attendanceCodes }).notNull(),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    archivedAt: instant(),
  },
  t => [uniqueIndex('own_codes_name').on(t.name)],
)

/** The own code with this id, as JSON; null where there is none. */
export const ownCodeOf = (id: SQL): SQL =>
  sql`(select json_build_object('name', oc.name, 'nativeName', oc.native_name) from own_codes oc where oc.id = ${id})`

type MeetingTimes = { section: SQL; day: SQL; endsAt: SQL; startsAt?: SQL }

/**
 * A condition: true if the notice covers a meeting. What was over when the family reported it isn't covered, and what
 * was still ahead when they withdrew the rest isn't either.
 */
export const covers = (notice: string, { section, day, endsAt }: MeetingTimes): SQL => {
  const n = sql.raw(notice)
  return sql`(${day} between ${n}.from_day and ${n}.to_day and (${n}.section_id is null or ${n}.section_id = ${section}) and ${n}.filed_at < ${endsAt}
    and (${n}.rest_withdrawn_at is null or ${endsAt} <= ${n}.rest_withdrawn_at))`
}

/**
 * A family's notice for a class meeting, as JSON; null where there is none. Declined notices come last, then the newest
 * one wins. With the meeting's start, also `isInTime`: whether any notice of that standing was filed before it.
 */
export const noticeOf = (student: SQL, meeting: MeetingTimes): SQL => {
  const { startsAt } = meeting
  const inTime = startsAt
    ? sql`, 'isInTime', min(n.filed_at) over (partition by n.status = 'declined') < ${startsAt}`
    : sql``
  return sql`(
  select json_build_object('id', n.id, 'reason', n.reason, 'note', n.note, 'status', n.status${inTime}) from absence_notices n
  where n.student_id = ${student} and n.status <> 'withdrawn' and ${covers('n', meeting)}
  order by n.status = 'declined', n.filed_at desc limit 1)`
}

/** A student's present mark in one meeting. */
export const attendance = pgTable(
  'attendance',
  {
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    code: text({ enum: attendanceCodes }).notNull(),
    ownCodeId: uuid().references(() => ownCodes.id),
    isPresent: boolean().notNull(),
    note: text().notNull().default(''),
    recordedBy: uuid().references(() => persons.id),
    recordedAt: instant().notNull(),
  },
  t => [
    primaryKey({ columns: [t.meetingId, t.enrolmentId] }),
    // Includes whether they were present, which is all that lists count.
    index('attendance_enrolment').on(t.enrolmentId, t.isPresent),
    index('attendance_own_code').on(t.ownCodeId),
    index('attendance_recorded_by').on(t.recordedBy),
  ],
)

/** Every mark that was ever made, in order. */
export const attendanceRevisions = pgTable(
  'attendance_revisions',
  {
    id: id(),
    meetingId: uuid()
      .notNull()
      .references(() => meetings.id),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    code: text({ enum: [...attendanceCodes, 'unmarked'] }).notNull(),
    ownCodeId: uuid().references(() => ownCodes.id),
    note: text().notNull(),
    recordedBy: uuid().references(() => persons.id),
    recordedAt: instant().notNull(),
  },
  t => [
    index('attendance_revisions_mark').on(t.meetingId, t.enrolmentId),
    index('attendance_revisions_own_code').on(t.ownCodeId),
    index('attendance_revisions_enrolment').on(t.enrolmentId),
    index('attendance_revisions_recorded_by').on(t.recordedBy),
  ],
)

/** The numbers of present (`present`) and absent (`absent`) marks among the marks `a`, as columns. */
export const markCounts: SQL = sql.raw(
  'count(*) filter (where a.is_present) as present, count(*) filter (where not a.is_present) as absent',
)

/** True where marks were ever made in a meeting, as a condition. Their history is kept, so the meeting is, too. */
export const hasHistory = (meeting: string): SQL =>
  sql.raw(`exists (select 1 from attendance_revisions v where v.meeting_id = ${meeting}.id)`)

/** A condition: true if the enrolment `e` is on the meeting's roll: the student joined the class by that day. */
export const isPlacedIn = (meeting: string): SQL =>
  sql`${isEnrolled('e')} and (e.created_at at time zone (select zone from school))::date <= ${sql.raw(meeting)}.on_day`
/** A condition: true for a meeting whose roll has students and was not taken. */
export const lacksRoll = (meeting: string): SQL =>
  sql`${sql.raw(meeting)}.roll_taken_at is null and exists (select 1 from enrolments e where e.section_id = ${sql.raw(meeting)}.section_id and ${isPlacedIn(meeting)})`

/** Absences that families reported ahead. Rows move through their states and are never rewritten. */
export const absenceNotices = pgTable(
  'absence_notices',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    filedBy: uuid()
      .notNull()
      .references(() => persons.id),
    fromDay: day().notNull(),
    toDay: day().notNull(),
    /** One class; null for all of the child's classes. */
    sectionId: uuid().references(() => sections.id),
    reason: text({ enum: absenceReasons }).notNull(),
    note: text().notNull().default(''),
    status: text({ enum: absenceStatuses }).notNull(),
    answer: text().notNull().default(''),
    answeredBy: uuid().references(() => persons.id),
    answeredAt: instant(),
    filedAt: instant().notNull(),
    /** When the rest of it was withdrawn; its lessons that were over by then stay reported. */
    restWithdrawnAt: instant(),
  },
  t => [
    index('absence_notices_student').on(t.studentId, t.fromDay, t.toDay),
    index('absence_notices_days').on(t.fromDay, t.id),
    index('absence_notices_filed_by').on(t.filedBy),
    index('absence_notices_section').on(t.sectionId),
    index('absence_notices_answered_by').on(t.answeredBy),
    check('absence_notices_days', sql`${t.fromDay} <= ${t.toDay}`),
  ],
)
