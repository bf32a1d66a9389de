import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { SectionStatus } from '#contract/enrolment/classes.plain.ts'
import type { TermStatus } from '#contract/school/terms.plain.ts'
import type { AssignmentStatus, SubmissionStatus, TurnKind } from '#contract/teaching/assignments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import {
  assignmentFiles,
  assignments,
  isOfOver,
  isOut,
  joinWork,
  standing,
  submissionFiles,
  submissions,
  submissionTurnFiles,
  submissionTurns,
} from './tables.ts'

type Values = typeof assignments.$inferInsert

export const insertAssignment = async (db: Db, values: Values): Promise<string> =>
  (await db.insert(assignments).values(values).returning({ id: assignments.id }))[0]!.id

export const updateAssignment = async (db: Db, id: string, values: Partial<Values>): Promise<void> => {
  await db.update(assignments).set(values).where(eq(assignments.id, id))
}

export const deleteAssignment = async (db: Db, id: string): Promise<void> => {
  await db.delete(assignments).where(eq(assignments.id, id))
}

type LockedAssignment = Omit<typeof assignments.$inferSelect, 'status'> & {
  status: AssignmentStatus
  isBegun: boolean
}

/** An assignment with its present state, locked until the transaction ends. */
export const lockAssignment = async (
  db: Db,
  seen: Scope<'assignments'>,
  id: string,
  now: Date,
): Promise<LockedAssignment | null> => {
  const [found] = await db
    .select({
      assignment: assignments,
      status: standing(now),
      isBegun: sql<boolean>`exists (select 1 from submissions u where u.assignment_id = assignments.id)`,
    })
    .from(assignments)
    .where(and(seen, eq(assignments.id, id)))
    .for('update')
  return found ? { ...found.assignment, status: found.status, isBegun: found.isBegun } : null
}

/** Judges all submissions by a due time: those turned in by it are punctual, even if the time was changed since. */
export const judgePunctuality = async (db: Db, assignmentId: string, dueAt: Date): Promise<void> => {
  await db
    .update(submissions)
    .set({ isLate: sql`turned_in_at > ${dueAt.toISOString()}::timestamptz` })
    .where(and(eq(submissions.assignmentId, assignmentId), sql`turned_in_at is not null`))
}

const placed = (ids: readonly string[]) => [...new Set(ids)].map((fileId, place) => ({ fileId, place }))

export const replaceAssignmentFiles = async (db: Db, assignmentId: string, ids: readonly string[]): Promise<void> => {
  await Promise.all([
    db.delete(assignmentFiles).where(eq(assignmentFiles.assignmentId, assignmentId)),
    ids.length > 0 && db.insert(assignmentFiles).values(placed(ids).map(each => ({ assignmentId, ...each }))),
  ])
}

export const copyAssignmentFiles = async (db: Db, from: string, to: string): Promise<void> => {
  await db.execute(
    sql`insert into assignment_files (assignment_id, file_id, place) select ${to}::uuid, file_id, place from assignment_files where assignment_id = ${from}::uuid`,
  )
}

export const replaceSubmissionFiles = async (db: Db, submissionId: string, ids: readonly string[]): Promise<void> => {
  await Promise.all([
    db.delete(submissionFiles).where(eq(submissionFiles.submissionId, submissionId)),
    ids.length > 0 && db.insert(submissionFiles).values(placed(ids).map(each => ({ submissionId, ...each }))),
  ])
}

export type LockedWork = {
  submissionId: string
  studentId: string
  status: SubmissionStatus
  turnedInAt: Date | null
  text: string
  turns: TurnKind[]
  hasFiles: boolean
  isEnrolled: boolean
}
type LockedWorks = {
  standing: AssignmentStatus
  /** True if its class is over. */
  isOver: boolean
  dueAt: Date
  takesText: boolean
  takesFiles: boolean
  maxPoints: number | null
  work: LockedWork[]
}

/**
 * The work of these students for a published assignment, locked until the transaction ends; inserts a row for students
 * who have none. The assignment is locked, too, so it can't be closed or changed. Students outside the scope are left
 * out.
 */
export const lockWork = async (
  db: Db,
  seen: Scope<'work'>,
  { assignmentId, studentIds }: { assignmentId: string; studentIds: readonly string[] },
  now: Date,
): Promise<LockedWorks | null> => {
  const [[assignment], reached] = await Promise.all([
    db
      .select({
        standing: standing(now),
        isOver: isOfOver,
        dueAt: assignments.dueAt,
        takesText: assignments.takesText,
        takesFiles: assignments.takesFiles,
        maxPoints: assignments.maxPoints,
      })
      .from(assignments)
      .where(and(eq(assignments.id, assignmentId), isOut(now)))
      .for('share'),
    rows<{ studentId: string; enrolmentId: string; submissionId: string | null; isEnrolled: boolean }>(
      db,
      sql`
      select distinct on (enrolments.student_id) enrolments.student_id as "studentId", enrolments.id as "enrolmentId", u.id as "submissionId", ${isEnrolled('enrolments')} as "isEnrolled"
      from assignments join enrolments on enrolments.section_id = assignments.section_id ${joinWork}
      where ${seen} and assignments.id = ${assignmentId}::uuid and ${inArray(sql`enrolments.student_id`, [...studentIds])}
        and (${isEnrolled('enrolments')} or u.id is not null)
      order by enrolments.student_id, ${isEnrolled('enrolments')} desc, enrolments.created_at desc`,
    ),
  ])
  if (!assignment) return null
  if (reached.length === 0) return { ...assignment, work: [] }
  const enrolmentIds = reached.flatMap(({ enrolmentId, submissionId }) => (submissionId === null ? [enrolmentId] : []))
  const [, found] = await Promise.all([
    enrolmentIds.length > 0 &&
      db
        .insert(submissions)
        .values(enrolmentIds.map(enrolmentId => ({ assignmentId, enrolmentId })))
        .onConflictDoNothing(),
    db
      .select({
        submissionId: submissions.id,
        studentId: sql<string>`(select e.student_id from enrolments e where e.id = submissions.enrolment_id)`,
        status: submissions.status,
        turnedInAt: submissions.turnedInAt,
        text: submissions.text,
        turns: sql<
          TurnKind[]
        >`array(select t.kind from submission_turns t where t.submission_id = submissions.id order by t.at, t.id)`,
        hasFiles: sql<boolean>`exists (select 1 from submission_files f where f.submission_id = submissions.id)`,
      })
      .from(submissions)
      .where(
        and(
          eq(submissions.assignmentId, assignmentId),
          or(
            inArray(submissions.enrolmentId, enrolmentIds),
            inArray(
              submissions.id,
              reached.flatMap(({ submissionId }) => submissionId ?? []),
            ),
          ),
        ),
      )
      .orderBy(submissions.id)
      .for('update'),
  ])
  const present = new Set(reached.flatMap(({ studentId, isEnrolled: isIn }) => (isIn ? [studentId] : [])))
  const work = found.map(each => ({ ...each, isEnrolled: present.has(each.studentId) }))
  return { ...assignment, work }
}

export const updateWork = async (
  db: Db,
  submissionIds: readonly string[],
  values: Partial<typeof submissions.$inferInsert>,
): Promise<void> => {
  await db
    .update(submissions)
    .set(values)
    .where(inArray(submissions.id, [...submissionIds]))
}

type NewTurn = {
  kind: TurnKind
  by: string | null
  text?: string
  points?: number | null
  at: Date
  fileIds?: readonly string[]
}

/** Records what happened to each of these pieces of work. */
export const insertTurns = async (
  db: Db,
  submissionIds: readonly string[],
  { fileIds = [], ...turn }: NewTurn,
): Promise<void> => {
  const turns = submissionIds.map(submissionId => ({ id: newId(), submissionId, ...turn }))
  await Promise.all([
    db.insert(submissionTurns).values(turns),
    fileIds.length > 0 &&
      db
        .insert(submissionTurnFiles)
        .values(turns.flatMap(({ id }) => placed(fileIds).map(each => ({ turnId: id, ...each })))),
  ])
}

/**
 * The people whose screens show this work: these students (null: the whole class), their guardians with data access, and
 * the teachers.
 */
export const listConcerned = async (
  db: Db,
  assignmentId: string,
  studentIds: readonly string[] | null,
): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      with learners as (select e.student_id from assignments join enrolments e on e.section_id = assignments.section_id
        where assignments.id = ${assignmentId}::uuid and ${studentIds ? inArray(sql`e.student_id`, [...studentIds]) : sql`true`})
      select student_id as id from learners
      union select g.guardian_id from learners join guardianships g on g.student_id = learners.student_id and g.has_data_access
      union select t.teacher_id from assignments join section_teachers t on t.section_id = assignments.section_id where assignments.id = ${assignmentId}::uuid`,
    )
  ).map(({ id }) => id)

type FoundSection = { status: SectionStatus; termStatus: TermStatus }

/** The states of a class and its term; null where the class is not in scope. */
export const findSection = async (db: Db, seen: Scope<'sections'>, sectionId: string): Promise<FoundSection | null> => {
  const [found] = await rows<FoundSection>(
    db,
    sql`select sections.status, t.status as "termStatus" from sections join terms t on t.id = sections.term_id where ${seen} and sections.id = ${sectionId}::uuid`,
  )
  return found ?? null
}
