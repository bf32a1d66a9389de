import { sql } from 'drizzle-orm'
import type { Actor } from '#server/platform/actor.ts'
import { actorFor } from '#server/platform/right.ts'
import { everything, nothing, type Scope, scope, scopeOf } from '#server/platform/scope.ts'
import { ofMyClasses, ofMyStudents } from '#server/people/students/policy.ts'
import type { Attachments } from '#server/access/files/policy.ts'
import { documentedStudents, inDocuments } from './tables.ts'

const student = sql`student_documents.student_id`

/**
 * The office sees every document, guardians those of their own children, teachers the action plans of students in their
 * classes.
 */
export const visibleDocuments = (actor: Actor, now: Date): Scope<'student_documents'> =>
  scope('student_documents', actor, {
    admin: everything,
    parent: ofMyStudents(actor, student),
    teacher: sql`(student_documents.kind = 'actionPlan' and ${ofMyClasses(actor, student, now)})`,
  })

/**
 * Documents that the actor may remove and restore: the office all, guardians those that they added for their own
 * children.
 */
export const keptDocuments = (actor: Actor): Scope<'student_documents'> =>
  scope('student_documents', actor, {
    admin: everything,
    parent: sql`(student_documents.added_by = ${actor.personId}::uuid and ${ofMyStudents(actor, student)})`,
    teacher: nothing,
  })

/** Files that the actor uploaded and that belong to no document yet. */
export const newFiles = (actor: Actor): Scope<'files'> =>
  scopeOf('files', sql`(files.uploaded_by = ${actor.accountId}::uuid)`)

/** The files of documents. */
export const documentFiles: Attachments = {
  hold: inDocuments,
  students: documentedStudents,
  seen: (actor, now) =>
    sql`exists (select 1 from student_documents where student_documents.file_id = files.id and student_documents.removed_at is null and ${visibleDocuments(actorFor(actor, 'documents-list'), now)})`,
}
