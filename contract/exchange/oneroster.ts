import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Line, Nothing, offRecord } from '../values.ts'
import { extents, importNotes, largestZip, reportedFiles, rosterFiles, rowReasons } from './oneroster.plain.ts'

export * from './oneroster.plain.ts'

export const RosterFile = z.enum(rosterFiles)
export type RosterFile = z.infer<typeof RosterFile>

export const Extent = z.enum(extents)
export type Extent = z.infer<typeof Extent>

export const RowReason = z.enum(rowReasons)
export type RowReason = z.infer<typeof RowReason>

export const ImportNote = z.enum(importNotes)
export type ImportNote = z.infer<typeof ImportNote>

/** What would happen to each file of a zip. `skipped` are rows for data that the school does not keep. */
export const ImportReport = z.object({
  uploadId: Id,
  name: z.string(),
  version: z.enum(['1.1', '1.2']),
  source: z.string(),
  files: z.array(
    z.object({
      file: RosterFile,
      mode: z.enum(['bulk', 'delta']),
      rows: z.int(),
      new: z.int(),
      changed: z.int(),
      removed: z.int(),
      unchanged: z.int(),
      skipped: z.int(),
      refused: z.int(),
    }),
  ),
  /** The number of rows that would be written. */
  changes: z.int(),
  notes: z.array(z.object({ note: ImportNote, n: z.int() })),
  problems: z.array(
    z.object({
      file: z.enum(reportedFiles),
      line: z.int(),
      /** The row's own id; empty when it has none. */
      sourcedId: z.string(),
      column: z.string(),
      reason: RowReason,
      value: z.string(),
      /** The number of further rows that are refused because of it. */
      also: z.int(),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

const scopeUrl = 'https://purl.imsglobal.org/spec/or/v1p2/scope/'
/** What a program may read, named as in the standard (Rostering Service REST binding, security). */
export const rosterScopes = {
  'roster-core': `${scopeUrl}roster-core.readonly`,
  roster: `${scopeUrl}roster.readonly`,
  'roster-demographics': `${scopeUrl}roster-demographics.readonly`,
} as const
export const RosterScope = z.enum(['roster-core', 'roster', 'roster-demographics'])
export type RosterScope = z.infer<typeof RosterScope>

/** A program that may read the roster. Only the program knows its secret. */
export const ApiClient = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(RosterScope),
  createdAt: z.string(),
  createdBy: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type ApiClient = z.infer<typeof ApiClient>

export const oneroster = {
  /** The contents of a zip with this extent. Anyone who may read this may also download the zip. */
  'oneroster-summary': read({
    by: ['admin'],
    input: z.object({ extent: Extent }),
    output: z.array(z.object({ file: RosterFile, rows: z.int() })),
  }),
  /** Stores a zip for a day, to be checked and applied. */
  'oneroster-upload': write({
    by: ['admin'],
    input: z.object({
      name: Line,
      bytes: offRecord(z.base64().check(z.maxLength(Math.ceil(largestZip / 3) * 4, 'large'))),
    }),
    output: z.object({ uploadId: Id }),
  }),
  /** A dry run: what applying the zip would do, row by row. Changes nothing. */
  'oneroster-check': read({ by: ['admin'], input: z.object({ uploadId: Id }), output: ImportReport }),
  /**
   * Applies a zip: writes all rows that are not refused, in one batch that can be undone. Refused when nothing would
   * change.
   */
  'oneroster-apply': write({
    by: ['admin'],
    input: z.object({ uploadId: Id }),
    output: z.object({ batchId: Id, changes: z.int() }),
  }),
  /** Programs that may read the roster. */
  'oneroster-clients': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({ tokenUrl: z.string(), baseUrl: z.string(), clients: z.array(ApiClient) }),
  }),
  /**
   * Registers a program that may read. Its secret is generated on the caller's device, and only its SHA-256 is sent, so
   * that no record of the call contains it.
   */
  'oneroster-createClient': write({
    by: ['admin'],
    input: z.object({
      name: Line,
      scopes: z.array(RosterScope).check(z.minLength(1, 'required'), z.maxLength(3)),
      secretHash: offRecord(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'invalid'))),
    }),
    output: z.object({ id: Id }),
  }),
  /** Ends a program's access at once, with all its tokens. */
  'oneroster-revokeClient': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
}
