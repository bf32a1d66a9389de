import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { documentKinds } from '#contract/people/documents.ts'
import { day, id, instant } from '#server/platform/tables.ts'
import { files } from '#server/access/files/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** The documents of a student. A removed one stays on record, hidden from everyone. */
export const studentDocuments = pgTable(
  'student_documents',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    fileId: uuid()
      .notNull()
      .references(() => files.id),
    kind: text({ enum: documentKinds }).notNull(),
    title: text().notNull(),
    expiresOn: day(),
    addedBy: uuid().references(() => persons.id),
    addedAt: instant().notNull(),
    removedAt: instant(),
  },
  t => [
    index('student_documents_student').on(t.studentId, t.addedAt.desc()),
    index('student_documents_file').on(t.fileId),
    index('student_documents_added_by').on(t.addedBy),
  ],
)

/** A condition: true if a file belongs to any student's document. */
export const inDocuments = (fileId: SQLWrapper): SQL =>
  sql`exists (select 1 from student_documents sd where sd.file_id = ${fileId})`

/** The students whose document a file is. */
export const documentedStudents = (fileId: SQLWrapper): SQL =>
  sql`select sd.student_id from student_documents sd where sd.file_id = ${fileId}`
