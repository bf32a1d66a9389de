import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { assignmentKinds, assignmentStatuses, submissionStatuses, turnKinds } from '#contract/teaching/assignments.ts'
import { id, instant } from '#server/platform/tables.ts'
import { isOver, sections } from '#server/enrolment/classes/tables.ts'
import { enrolments, isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { files } from '#server/access/files/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** What a class is given to do. */
export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    sectionId: uuid()
      .notNull()
      .references(() => sections.id),
    title: text().notNull(),
    nativeTitle: text().notNull().default(''),
    instructions: text().notNull().default(''),
    kind: text({ enum: assignmentKinds }).notNull(),
    takesText: boolean().notNull(),
    takesFiles: boolean().notNull(),
    /** The status that someone last set; the present state follows from it and the time, see `standing`. */
    status: text({ enum: assignmentStatuses }).notNull(),
    publishAt: instant(),
    dueAt: instant().notNull(),
    closesAt: instant(),
    maxPoints: integer(),
    createdBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
  },
  t => [
    index('assignments_section').on(t.sectionId, t.dueAt.desc(), t.id),
    index('assignments_due').on(t.dueAt.desc(), t.id),
    index('assignments_created_by').on(t.createdBy),
  ],
)

const place = () => integer().notNull().default(0)
const file = () =>
  uuid()
    .notNull()
    .references(() => files.id)

/** The teacher's attachments. */
export const assignmentFiles = pgTable(
  'assignment_files',
  {
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    fileId: file(),
    place: place(),
  },
  t => [primaryKey({ columns: [t.assignmentId, t.fileId] }), index('assignment_files_file').on(t.fileId)],
)

/** A student's present work for an assignment; there is no row until something was done. */
export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id),
    enrolmentId: uuid()
      .notNull()
      .references(() => enrolments.id),
    status: text({ enum: submissionStatuses }).notNull().default('assigned'),
    text: text().notNull().default(''),
    /** When it was first turned in, which decides whether it is late; a resubmission doesn't change it. */
    turnedInAt: instant(),
    isLate: boolean().notNull().default(false),
    points: doublePrecision(),
    feedback: text().notNull().default(''),
    returnedAt: instant(),
  },
  t => [
    uniqueIndex('submissions_assignment_enrolment').on(t.assignmentId, t.enrolmentId),
    index('submissions_enrolment').on(t.enrolmentId),
  ],
)

/** The family's present attachments. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id),
    fileId: file(),
    place: place(),
  },
  t => [primaryKey({ columns: [t.submissionId, t.fileId] }), index('submission_files_file').on(t.fileId)],
)

/** Everything that happened to a student's work, in order. Rows are added, never changed. */
export const submissionTurns = pgTable(
  'submission_turns',
  {
    id: id(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id),
    kind: text({ enum: turnKinds }).notNull(),
    by: uuid().references(() => persons.id),
    text: text().notNull().default(''),
    points: doublePrecision(),
    at: instant().notNull(),
  },
  t => [index('submission_turns_submission').on(t.submissionId, t.at), index('submission_turns_by').on(t.by)],
)

/** The attachments at the time of turning in. */
export const submissionTurnFiles = pgTable(
  'submission_turn_files',
  {
    turnId: uuid()
      .notNull()
      .references(() => submissionTurns.id),
    fileId: file(),
    place: place(),
  },
  t => [primaryKey({ columns: [t.turnId, t.fileId] }), index('submission_turn_files_file').on(t.fileId)],
)

/** True for work `alias` that the family has handed in, or that the teacher has answered. */
export const isHandedIn = (alias: string): SQL =>
  sql.raw(`${alias}.status in ('turned-in','returned','resubmit-requested')`)
/**
 * Joins the work `u` of a student in `enrolments` for an assignment. Who has left a class and joined it again goes on
 * with the work of the earlier stay.
 */
export const joinWork = sql`left join submissions u on u.id = (
  select w.id from submissions w join enrolments stay on stay.id = w.enrolment_id
  where w.assignment_id = assignments.id and stay.student_id = enrolments.student_id and stay.section_id = enrolments.section_id
    and (stay.id = enrolments.id or ${isEnrolled('enrolments')})
  order by ${isHandedIn('w')} desc, stay.id = enrolments.id desc, stay.created_at desc limit 1)`

/** True for an assignment whose class is over: nothing more is asked of its students. */
export const isOfOver = sql<boolean>`exists (select 1 from sections o join terms ot on ot.id = o.term_id where o.id = assignments.section_id and ${isOver('o', 'ot')})`

/** True for an assignment that its class's end closed before it was due, which `acts.ts` stores. */
export const isCutShort = sql`coalesce(assignments.closes_at < assignments.due_at, false)`

// Scheduled homework becomes a draft when its class ends (acts.ts), but did not always. When a class ended isn't stored;
// its term's last day is the latest on which it can have asked for something.
const isAfterTerm = sql`exists (select 1 from sections o join terms ot on ot.id = o.term_id cross join school
  where o.id = assignments.section_id and ${isOver('o', 'ot')} and (assignments.publish_at at time zone school.zone)::date > ot.ends_on)`

/**
 * The state of an assignment at an instant, as a column. It is the only place that knows that a scheduled assignment is
 * published, and one with a closing time closed, once that time has come. All close with their class, and none is
 * published after the last day of a term whose class is over.
 */
export const standing = (now: Date): SQL<(typeof assignmentStatuses)[number]> => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`(case
    when assignments.status = 'draft' or (assignments.status = 'scheduled' and (assignments.publish_at > ${at} or ${isAfterTerm})) then assignments.status
    when assignments.status = 'closed' or assignments.closes_at <= ${at} or ${isOfOver} then 'closed'
    else 'published' end)`
}

/** True where families see an assignment at an instant. */
export const isOut = (now: Date): SQL => sql`${standing(now)} in ('published','closed')`

/** True where a file belongs to an assignment or to a student's work. */
export const inAssignments = (fileId: SQLWrapper): SQL =>
  sql`(exists (select 1 from assignment_files f where f.file_id = ${fileId}) or exists (select 1 from submission_files f where f.file_id = ${fileId})
    or exists (select 1 from submission_turn_files f where f.file_id = ${fileId}))`

/** The students whose work a file belongs to. */
export const workingStudents = (fileId: SQLWrapper): SQL => sql`
  select e.student_id from submissions u join enrolments e on e.id = u.enrolment_id
  where exists (select 1 from submission_files f where f.submission_id = u.id and f.file_id = ${fileId})
    or exists (select 1 from submission_turn_files f join submission_turns t on t.id = f.turn_id where t.submission_id = u.id and f.file_id = ${fileId})`
