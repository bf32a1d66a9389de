import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { StoredFile } from '../access/files.ts'
import { Day, Id, Line } from '../values.ts'
import { documentKinds } from './documents.plain.ts'

export * from './documents.plain.ts'

export const DocumentKind = z.enum(documentKinds)
export type DocumentKind = z.infer<typeof DocumentKind>

export const StudentDocument = z.object({
  id: Id,
  studentId: Id,
  kind: DocumentKind,
  title: z.string(),
  /** The last day on which it is valid; null without one. */
  expiresOn: z.nullable(Day),
  isExpired: z.boolean(),
  file: StoredFile,
  addedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
  addedAt: z.string(),
  /** True when the caller may remove it: the office any, a guardian the ones they added. */
  mayRemove: z.boolean(),
})
export type StudentDocument = z.infer<typeof StudentDocument>

const Done = z.object({ id: Id })

export const documents = {
  /** A student's papers that the caller may see, valid ones first, then newest first. */
  'documents-list': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object({ studentId: Id }),
    output: z.array(StudentDocument),
  }),
  /** Adds a paper: a file the caller has uploaded, for a student whose record they may edit. */
  'documents-add': write({
    by: ['admin', 'parent'],
    input: z.object({
      studentId: Id,
      kind: z.enum(documentKinds, 'choose'),
      title: Line,
      expiresOn: z.nullable(Day),
      fileId: z.uuid('required'),
    }),
    output: Done,
  }),
  'documents-remove': write({ by: ['admin', 'parent'], input: z.object({ id: Id }), output: Done }),
  'documents-restore': write({ by: ['admin', 'parent'], input: z.object({ id: Id }), output: Done }),
}
