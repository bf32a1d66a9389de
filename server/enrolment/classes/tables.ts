import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  afterCourse,
  enrollableSections,
  isSectionOver,
  shownSections,
  sectionStatuses,
} from '#contract/enrolment/classes.ts'
import { isTermOver, termStatuses } from '#contract/school/terms.plain.ts'
import { crayons } from '#contract/values.ts'
import { cents, day, hasStatus, id, instant } from '#server/platform/tables.ts'
import { teachers } from '#server/people/teachers/tables.ts'
import { isDayOff, sessionDates, terms } from '#server/school/terms/tables.ts'

export const programmes = pgTable('programmes', {
  id: id(),
  name: text().notNull(),
  nativeName: text().notNull().default(''),
  archivedAt: instant(),
})

export const courses = pgTable(
  'courses',
  {
    id: id(),
    programmeId: uuid()
      .notNull()
      .references(() => programmes.id),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    level: integer(),
    description: text().notNull().default(''),
    /** What follows the course (rules/courses.ts). */
    after: text({ enum: afterCourse }).notNull().default('auto'),
    nextCourseId: uuid().references((): AnyPgColumn => courses.id),
    /** The level of the program that is required, as an alternative to `course_prerequisites`; null for none. */
    prerequisiteLevel: integer(),
    needsPlacement: boolean().notNull().default(false),
    archivedAt: instant(),
  },
  t => [index('courses_programme').on(t.programmeId), index('courses_next').on(t.nextCourseId)],
)

/** The prerequisites of courses; any one of them is enough. */
export const coursePrerequisites = pgTable(
  'course_prerequisites',
  {
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    prerequisiteId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
  },
  t => [
    primaryKey({ columns: [t.courseId, t.prerequisiteId] }),
    index('course_prerequisites_before').on(t.prerequisiteId),
    check('course_prerequisites_other', sql`${t.courseId} <> ${t.prerequisiteId}`),
  ],
)

export const rooms = pgTable(
  'rooms',
  { id: id(), name: text().notNull(), capacity: integer(), archivedAt: instant() },
  t => [uniqueIndex('rooms_name').on(t.name)],
)

/** A class: one course in one term at one time. */
export const sections = pgTable(
  'sections',
  {
    id: id(),
    termId: uuid()
      .notNull()
      .references(() => terms.id),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    roomId: uuid().references(() => rooms.id),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    weekday: integer().notNull(),
    startsAt: text().notNull(),
    endsAt: text().notNull(),
    capacity: integer().notNull(),
    minimum: integer().notNull().default(0),
    ageFrom: integer(),
    ageTo: integer(),
    /** The class's own age cutoff, 'MM-DD'; null for the school's. */
    ageCutoff: text(),
    tuitionCents: cents().notNull(),
    booksCents: cents().notNull(),
    needsApproval: boolean().notNull().default(false),
    /** The price to audit; null where auditing isn't possible. */
    auditCents: cents(),
    /** The price of a trial on one date; null where trials aren't possible. */
    trialCents: cents(),
    trialNeedsApproval: boolean().notNull().default(true),
    /** The price of a single day; null where drop-ins aren't possible. */
    dayCents: cents(),
    crayon: text({ enum: crayons }).notNull(),
    status: text({ enum: sectionStatuses }).notNull(),
    createdAt: instant().notNull(),
  },
  t => [
    index('sections_term').on(t.termId),
    index('sections_course').on(t.courseId),
    index('sections_room').on(t.roomId),
    check('sections_capacity', sql`${t.capacity} > 0`),
    check('sections_times', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

export const sectionTeachers = pgTable(
  'section_teachers',
  {
    sectionId: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    teacherId: uuid()
      .notNull()
      .references(() => teachers.id),
  },
  t => [primaryKey({ columns: [t.sectionId, t.teacherId] }), index('section_teachers_teacher').on(t.teacherId)],
)

/**
 * A class's teachers, as one row to join laterally: `ids`, `names` and, in the same order, `native_names` (empty where
 * a teacher has none); and as one text, `text` in Latin script and `native_text` with the names that a Chinese reader
 * sees first.
 */
export const teachersOf = (section: SQL): SQL => sql`(
  select coalesce(array_agg(tp.id::text order by tp.name, tp.id), '{}') as ids, coalesce(array_agg(tp.name order by tp.name, tp.id), '{}') as names,
    coalesce(array_agg(tp.native_name order by tp.name, tp.id), '{}') as native_names, coalesce(string_agg(tp.name, ', ' order by tp.name, tp.id), '') as text,
    coalesce(string_agg(coalesce(nullif(tp.native_name, ''), tp.name), '、' order by tp.name, tp.id), '') as native_text
  from section_teachers st join persons tp on tp.id = st.teacher_id where st.section_id = ${section})`

/** One meeting of a class on a session date, at the school's wall-clock time; `startsAt` is that time as an instant. */
export const meetings = pgTable(
  'meetings',
  {
    id: id(),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    sessionDateId: uuid()
      .notNull()
      .references(() => sessionDates.id, { onDelete: 'cascade' }),
    onDay: day().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    rollTakenAt: instant(),
    /** The numbers of present and absent marks on its roll. */
    presentCount: integer().notNull().default(0),
    absentCount: integer().notNull().default(0),
    /** When this lesson alone was canceled; a canceled day is recorded on the day itself. */
    cancelledAt: instant(),
    /** The lesson that this one makes up for. */
    makesUpId: uuid().references((): AnyPgColumn => meetings.id, { onDelete: 'set null' }),
    /** The number of changes to its time or state; calendars take the higher number. */
    sequence: integer().notNull().default(0),
    changedAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  t => [
    uniqueIndex('meetings_section_date').on(t.sectionId, t.sessionDateId),
    index('meetings_session_date').on(t.sessionDateId),
    index('meetings_day').on(t.onDay, t.sectionId),
    index('meetings_makes_up').on(t.makesUpId),
  ],
)

const overStatuses = sectionStatuses.filter(status => isSectionOver({ status, termStatus: 'active' }))
const overTerms = termStatuses.filter(isTermOver)

/** A condition: true if the class `section` in the term `term` is over (contract/enrolment/classes.plain.ts). */
export const isOver = (section: string, term: string): SQL<boolean> =>
  sql`(${hasStatus(section, overStatuses)} or ${hasStatus(term, overTerms)})`

/** A condition: true if the class with this alias accepts enrolments. */
export const isEnrollable = (section: string): SQL<boolean> => hasStatus(section, enrollableSections)
/** A condition: true if the class with this alias is in the public catalogue. */
export const isShown = (section: string): SQL<boolean> => hasStatus(section, shownSections)
/** A condition: true if the class with this alias is in the public catalogue, or was until it ended. */
export const isAnnounced = (section: string): SQL<boolean> => hasStatus(section, [...shownSections, 'ended'])

/**
 * True where the meeting with the alias `meeting` on the school day with the alias `date` is canceled, as a condition.
 */
export const isOff = (meeting: string, date: string): SQL<boolean> =>
  sql<boolean>`(${isDayOff(date)} or ${sql.raw(meeting)}.cancelled_at is not null)`

/** The status of that meeting, as a column: its day's status, unless the meeting is canceled. */
export const meetingStatus = (meeting: string, date: string): SQL =>
  sql`case when ${isOff(meeting, date)} then 'cancelled' else ${sql.raw(date)}.status end`

/** The prerequisites of a course, as JSON; `course` is its alias. */
export const courseRuleOf = (course: string): SQL =>
  sql.raw(`json_build_object('courseId', ${course}.id, 'programmeId', ${course}.programme_id, 'level', ${course}.level,
    'prerequisiteIds', array(select cp.prerequisite_id from course_prerequisites cp where cp.course_id = ${course}.id order by cp.prerequisite_id),
    'prerequisiteLevel', ${course}.prerequisite_level, 'needsPlacement', ${course}.needs_placement)`)

/** The names of a course's prerequisites, as JSON. */
export const beforeOf = (course: string): SQL =>
  sql.raw(`coalesce((select json_agg(json_build_object('name', b.name, 'nativeName', b.native_name) order by b.level, b.name)
    from course_prerequisites cp join courses b on b.id = cp.prerequisite_id where cp.course_id = ${course}.id), '[]')`)

/** A class's meetings that take place, as JSON: the number of all, and of those from the school's today on. */
export const lessonsIn = (section: string, now: Date): SQL<{ left: number; all: number }> =>
  sql`(select json_build_object('left', count(*) filter (where m.on_day >= (${now.toISOString()}::timestamptz at time zone (select zone from school))::date), 'all', count(*))
    from meetings m join session_dates d on d.id = m.session_date_id where m.section_id = ${sql.raw(section)}.id and d.status <> 'cancelled')`
