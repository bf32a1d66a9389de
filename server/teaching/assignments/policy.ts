import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { actorFor } from '#server/platform/right.ts'
import { everything, nothing, scope, scopeOf, type Scope } from '#server/platform/scope.ts'
import { ofMySections } from '#server/people/teachers/policy.ts'
import { enrolments, isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import type { Attachments } from '#server/access/files/policy.ts'
import { files } from '#server/access/files/tables.ts'
import { ofMyself, ofMyStudents } from '#server/people/students/policy.ts'
import { assignments, inAssignments, isOut, workingStudents } from './tables.ts'

/** Assignments that the actor works on: the office all, a teacher those of their classes, a guardian none. */
export const workedAssignments = (actor: Actor): Scope<'assignments'> =>
  scope('assignments', actor, {
    admin: everything,
    teacher: ofMySections(actor, assignments.sectionId),
    parent: nothing,
  })

/** Assignments of the classes that the actor teaches, whatever other roles they hold. */
export const taughtAssignments = (actor: Actor): Scope<'assignments'> =>
  scopeOf('assignments', ofMySections(actor, assignments.sectionId))

/**
 * Work that the actor may see, by student and assignment: the office all, a teacher that of their classes, a guardian
 * their children's, a student their own.
 */
export const visibleWork = (actor: Actor): Scope<'work'> =>
  scope('work', actor, {
    admin: everything,
    teacher: ofMySections(actor, assignments.sectionId),
    parent: ofMyStudents(actor, enrolments.studentId),
    student: ofMyself(actor, enrolments.studentId),
  })

/**
 * The work of the actor's own children, whatever other roles they hold, or a student's own: they see its drafts.
 */
export const ownWork = (actor: Actor): Scope<'work'> =>
  scopeOf('work', sql`(${ofMyStudents(actor, enrolments.studentId)} or ${ofMyself(actor, enrolments.studentId)})`)

/** Own work that the actor may change and turn in: that of classes which the student hasn't left. */
export const workToDo = (actor: Actor): Scope<'work'> =>
  scopeOf('work', sql`(${ownWork(actor)} and ${isEnrolled('enrolments')})`)

/**
 * Work that the actor may mark: what is visible to the office and to teachers, without that of the actor's children.
 */
export const markedWork = (actor: Actor): Scope<'work'> =>
  scope('work', actor, { admin: everything, teacher: ofMySections(actor, assignments.sectionId), parent: nothing })

/** Files that may be attached to an assignment: the actor's own uploads, and files that it has already. */
export const filesForAssignment = (actor: Actor, assignmentId: string | null): Scope<'files'> =>
  scopeOf(
    'files',
    sql`files.uploaded_by = ${actor.accountId}::uuid or files.id in (select f.file_id from assignment_files f where f.assignment_id = ${assignmentId}::uuid)`,
  )

/**
 * Files that may be attached to a piece of work: the actor's own uploads, and files that another guardian has attached.
 */
export const filesForWork = (actor: Actor, submissionId: string): Scope<'files'> =>
  scopeOf(
    'files',
    sql`files.uploaded_by = ${actor.accountId}::uuid or files.id in (select f.file_id from submission_files f where f.submission_id = ${submissionId}::uuid)
      or files.id in (select f.file_id from submission_turn_files f join submission_turns t on t.id = f.turn_id where t.submission_id = ${submissionId}::uuid)`,
  )

const setFiles = (fileId: SQLWrapper, and: SQL): SQL =>
  sql`exists (select 1 from assignment_files f join assignments on assignments.id = f.assignment_id where f.file_id = ${fileId} and ${and})`
const turnedInFiles = (fileId: SQLWrapper, and: SQL): SQL => sql`exists (
  select 1 from submission_turn_files f join submission_turns t on t.id = f.turn_id join submissions u on u.id = t.submission_id
    join assignments on assignments.id = u.assignment_id join enrolments on enrolments.id = u.enrolment_id where f.file_id = ${fileId} and ${and})`
const draftFiles = (fileId: SQLWrapper, and: SQL): SQL => sql`exists (
  select 1 from submission_files f join submissions u on u.id = f.submission_id join enrolments on enrolments.id = u.enrolment_id where f.file_id = ${fileId} and ${and})`

/**
 * Files visible because of assignments: those attached to assignments of the actor's classes or their children's, those
 * turned in there, and, for the family or the student, those in drafts.
 */
const filesOfAssignments = (actor: Actor, now: Date): Scope<'files'> => {
  const mySections = ofMySections(actor, assignments.sectionId)
  const setFor = (
    these: SQL,
  ): SQL => sql`${isOut(now)} and exists (select 1 from enrolments where enrolments.section_id = assignments.section_id
    and (${isEnrolled('enrolments')} or exists (select 1 from submissions u where u.enrolment_id = enrolments.id and u.assignment_id = assignments.id)) and ${these})`
  const ofLearners = (these: SQL): SQL =>
    sql`(${setFiles(files.id, setFor(these))} or ${turnedInFiles(files.id, these)} or ${draftFiles(files.id, these)})`
  return scope('files', actor, {
    admin: sql`(${setFiles(files.id, everything)} or ${turnedInFiles(files.id, everything)})`,
    teacher: sql`(${setFiles(files.id, mySections)} or ${turnedInFiles(files.id, mySections)})`,
    parent: ofLearners(ofMyStudents(actor, enrolments.studentId)),
    student: ofLearners(ofMyself(actor, enrolments.studentId)),
  })
}

/** The files attached to assignments and work. */
export const assignmentFiles: Attachments = {
  hold: inAssignments,
  students: workingStudents,
  seen: (actor, now) => filesOfAssignments(actorFor(actor, 'assignments-submission'), now),
}
