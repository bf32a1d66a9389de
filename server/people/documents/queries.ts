import { and, eq, sql } from 'drizzle-orm'
import type { StudentDocument } from '#contract/people/documents.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { files } from '#server/access/files/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { studentDocuments } from './tables.ts'

/** The documents of a student: those valid on a day first, then the newest. */
export const listDocuments = (
  db: Db,
  seen: Scope<'student_documents'>,
  kept: Scope<'student_documents'>,
  studentId: string,
  today: string,
): Promise<StudentDocument[]> =>
  rows<StudentDocument>(
    db,
    sql`
    select student_documents.id, student_documents.student_id, student_documents.kind, student_documents.title, student_documents.expires_on,
      coalesce(student_documents.expires_on < ${today}::date, false) as "isExpired", json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) as file,
      case when p.id is not null then json_build_object('name', p.name, 'nativeName', p.native_name) end as "addedBy", to_json(student_documents.added_at) as "addedAt", ${kept} as "mayRemove"
    from student_documents join files f on f.id = student_documents.file_id left join persons p on p.id = student_documents.added_by
    where ${seen} and student_documents.student_id = ${studentId}::uuid and student_documents.removed_at is null
    order by coalesce(student_documents.expires_on < ${today}::date, false), student_documents.added_at desc, student_documents.id`,
  )

/** True if the student is in the scope of records that the caller may edit. */
export const hasStudent = async (db: Db, cared: Scope<'students'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: students.id })
      .from(students)
      .where(and(cared, eq(students.id, id)))
  ).length === 1

/** Locks a file of the caller's until the transaction ends, so that it is not cleaned up; false if there is none. */
export const holdFile = async (db: Db, mine: Scope<'files'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: files.id })
      .from(files)
      .where(and(mine, eq(files.id, id)))
      .for('share')
  ).length === 1

export const insertDocument = async (db: Db, values: typeof studentDocuments.$inferInsert): Promise<string> =>
  (await db.insert(studentDocuments).values(values).returning({ id: studentDocuments.id }))[0]!.id

/**
 * Removes a document at an instant, or restores it. Returns the student's id, or null if the document can't be reached.
 */
export const setRemoved = async (
  db: Db,
  kept: Scope<'student_documents'>,
  id: string,
  at: Date | null,
): Promise<string | null> =>
  (
    await db
      .update(studentDocuments)
      .set({ removedAt: at })
      .where(and(kept, eq(studentDocuments.id, id)))
      .returning({ studentId: studentDocuments.studentId })
  )[0]?.studentId ?? null
