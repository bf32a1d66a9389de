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
  /** The last day on which it holds; null where it has none. */
  expiresOn: z.nullable(Day),
  isExpired: z.boolean(),
  file: StoredFile,
  addedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
  addedAt: z.string(),
  /** Whether the caller may take it away: the office any, a guardian what they added themselves. */
  mayRemove: z.boolean(),
})
export type StudentDocument = z.infer<typeof StudentDocument>

const Done = z.object({ id: Id })

export const documents = {
  /** Papers of a student that the caller may see, those that hold first, then the newest. */
  'documents-list': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object({ studentId: Id }),
    output: z.array(StudentDocument),
  }),
  /** Keeps a paper: a file that the caller has uploaded, for a student whose record they keep up. */
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
