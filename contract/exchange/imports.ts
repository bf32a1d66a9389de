import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Nothing, page, offRecord } from '../values.ts'
import {
  cellReasons,
  custodyAnswers,
  familyParts,
  importDayOrders,
  importFields,
  importStatuses,
  mostOfAKind,
  numberKinds,
  phoneRegions,
  questionKinds,
  rowAnswers,
  rowOutcomes,
  sheetDelimiters,
  sheetEncodings,
  sheetLimits,
} from './imports.plain.ts'

export * from './imports.plain.ts'

/** What a column is mapped to: a field, and the number of the person it belongs to. */
export const ColumnTarget = z.object({
  field: z.enum(importFields),
  n: z.int().check(z.minimum(1), z.maximum(mostOfAKind)),
})
export type ColumnTarget = z.infer<typeof ColumnTarget>

export type SheetEncoding = (typeof sheetEncodings)[number]
export type PhoneRegion = (typeof phoneRegions)[number]

export type ImportStatus = (typeof importStatuses)[number]
/** A remark on a row. `column` is its column, and screens put `code` into words. */
export const RowNote = z.object({
  code: z.string(),
  column: z.nullable(z.int()),
  /** The contents of the cell, or the name in question. */
  text: z.string(),
})
export type RowNote = z.infer<typeof RowNote>
const CustodyMeaning = {
  kind: z.enum(custodyAnswers),
  /** The names in the sheet of the guardians who are barred. */
  barred: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
}
/**
 * What the office says a note means for one child of a row. `child` is the name in the sheet, with the birthday and
 * number where the sheet has several children of that name.
 */
export const CustodyAnswer = z.object({ child: z.string(), ...CustodyMeaning })
export type CustodyAnswer = z.infer<typeof CustodyAnswer>
export const ImportRow = z.object({
  n: z.int(),
  cells: z.array(z.string()),
  outcome: z.enum(rowOutcomes),
  children: z.array(
    z.object({
      name: z.string(),
      nativeName: z.string(),
      birthOn: z.nullable(z.string()),
      grade: z.string(),
      isNew: z.boolean(),
    }),
  ),
  guardians: z.array(
    z.object({ name: z.string(), nativeName: z.string(), email: z.string(), phone: z.string(), isNew: z.boolean() }),
  ),
  family: z.string(),
  problems: z.array(RowNote),
  warnings: z.array(RowNote),
  /** The person who may be meant, where that must be decided. */
  doubt: z.nullable(
    z.object({
      child: z.string(),
      name: z.string(),
      nativeName: z.string(),
      birthOn: z.nullable(z.string()),
      family: z.string(),
      /**
       * `namesake`: the same name and birthday in another family; `similar`: the same birthday and a similar name in
       * this one.
       */
      kind: z.enum(['namesake', 'similar']),
    }),
  ),
  /** A number of the sheet that identifies two names. */
  number: z.nullable(z.object({ kind: z.enum(numberKinds), number: z.string(), name: z.string(), other: z.string() })),
  /**
   * The custody notes of the sheet whose meaning is unclear, for each of the row's children who have one. Nothing is
   * imported before the office has answered for every child.
   */
  custody: z.array(z.object({ child: z.string(), notes: z.array(z.string()), guardians: z.array(z.string()) })),
  answer: z.nullable(z.enum(rowAnswers)),
  numberAnswer: z.nullable(z.enum(rowAnswers)),
  custodyAnswers: z.array(CustodyAnswer),
  isSkipped: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The people of a sheet who are one family, with the questions about them. */
export const ImportFamily = z.object({
  /** The number of its first row. */
  n: z.int(),
  name: z.string(),
  rows: z.array(ImportRow),
  /**
   * Each question once, by its row. `child` is whom a question about custody is about, empty for the others. `alike` is
   * the number of further open questions of the same kind in the sheet.
   */
  questions: z.array(
    z.object({ n: z.int(), kind: z.enum(questionKinds), child: z.string(), isOpen: z.boolean(), alike: z.int() }),
  ),
})
export type ImportFamily = z.infer<typeof ImportFamily>

export const ImportColumn = z.object({
  header: z.string(),
  target: ColumnTarget,
  /** How reliable the mapping is. `remembered` was chosen for a similar sheet before, `chosen` for this one. */
  by: z.enum(['sure', 'likely', 'guess', 'none', 'remembered', 'chosen']),
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const Counts = z.record(z.enum(rowOutcomes), z.int())
const Settings = {
  encoding: z.nullable(z.enum(sheetEncodings)),
  delimiter: z.nullable(z.enum(sheetDelimiters)),
  sheet: z.string(),
  /** The number of the header row, from 1; 0 when there is none. */
  headerRow: z.int(),
  dayOrder: z.nullable(z.enum(importDayOrders)),
  region: z.enum(phoneRegions),
}
const Summary = {
  id: Id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  by: z.string(),
  byNativeName: z.string(),
  at: z.string(),
  appliedAt: z.nullable(z.string()),
  /** The batch to undo, while that is possible. */
  batchId: z.nullable(Id),
  counts: Counts,
}
export const Import = z.object({
  ...Summary,
  ...Settings,
  sheets: z.array(z.string()),
  columns: z.array(ImportColumn),
  /**
   * A date that can be read in two ways, when nothing in the file decides. The office must choose before it applies the
   * import.
   */
  dayExample: z.nullable(z.object({ cell: z.string(), monthFirst: z.string(), dayFirst: z.string() })),
  /** True when the sheet is a staff list, so that no one in it is taken for a child. */
  isStaffList: z.boolean(),
  families: z.int(),
  /** Everyone in the sheet who is imported, including people on file. */
  children: z.int(),
  guardians: z.int(),
  newFamilies: z.int(),
  newChildren: z.int(),
  newGuardians: z.int(),
  /** The number of class places the import has created. */
  enrolled: z.int(),
  /** The number of rows with an unread custody note. While there are any, applying is refused (IMPORT_CUSTODY). */
  custody: z.int(),
  /** The totals of the filled cells; null for imports from before they were counted. */
  cells: z.nullable(
    z.object({
      all: z.int(),
      recorded: z.int(),
      guides: z.int(),
      blank: z.int(),
      out: z.int(),
      unused: z.int(),
    }),
  ),
  /** The progress, in families, while the import is being applied. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int() })),
  /** What no record will hold, by column and reason, with a few cells as examples. */
  unused: z.array(
    z.object({
      column: z.nullable(z.int()),
      reason: z.enum(cellReasons),
      n: z.int(),
      cells: z.array(z.object({ n: z.int(), text: z.string() })),
    }),
  ),
})
export type Import = z.infer<typeof Import>

export const imports = {
  /** Past imports and drafts, newest first. */
  'imports-list': read({
    by: ['admin'],
    input: z.object({ after: z.optional(z.string().check(z.maxLength(500))) }),
    output: page(z.object(Summary)),
  }),
  'imports-get': read({ by: ['admin'], input: z.object({ id: Id }), output: Import }),
  /** The report, row by row, in the order of the sheet. */
  'imports-rows': read({
    by: ['admin'],
    input: z.object({
      id: Id,
      outcome: z.optional(z.enum(rowOutcomes)),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: page(ImportRow),
  }),
  /** The report by family. */
  'imports-families': read({
    by: ['admin'],
    input: z.object({
      id: Id,
      part: z.enum(familyParts),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: z.object({ ...page(ImportFamily).shape, /** Questions that are not answered yet. */ open: z.int() }),
  }),
  /** Accepts a file, recognizes what it can and reports what would happen. Changes nothing in the school's records. */
  'imports-start': write({
    by: ['admin'],
    input: z.object({
      fileName: z.string().check(z.minLength(1, 'empty'), z.maxLength(255, 'long')),
      /** The file in base64. */
      bytes: offRecord(z.string().check(z.maxLength(Math.ceil((sheetLimits.bytes * 4) / 3) + 4, 'long'))),
    }),
    output: z.object({ id: Id }),
  }),
  /** Reads a draft's file again with other settings. Settings that are left out stay as they are. */
  'imports-read': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      encoding: z.optional(z.enum(sheetEncodings)),
      delimiter: z.optional(z.enum(sheetDelimiters)),
      sheet: z.optional(z.string()),
      headerRow: z.optional(z.int().check(z.minimum(0), z.maximum(sheetLimits.rows))),
    }),
    output: z.object({ id: Id }),
  }),
  /**
   * Sets what the columns hold, which is remembered for sheets with the same headers, and how to read dates and
   * numbers.
   */
  'imports-map': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      columns: z.optional(z.array(ColumnTarget).check(z.maxLength(sheetLimits.columns))),
      /** Null: inferred from the column. */
      dayOrder: z.optional(z.nullable(z.enum(importDayOrders))),
      region: z.optional(z.enum(phoneRegions)),
    }),
    output: z.object({ id: Id }),
  }),
  /** Skips a row or includes it again, or answers the question about it and, if requested, all questions like it. */
  'imports-decide': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      n: z.int(),
      isSkipped: z.optional(z.boolean()),
      answer: z.optional(z.nullable(z.enum(rowAnswers))),
      numberAnswer: z.optional(z.nullable(z.enum(rowAnswers))),
      /** The answer about one child of the row; null withdraws it. */
      custody: z.optional(
        z.object({
          child: z.string().check(z.maxLength(400)),
          answer: z.nullable(z.object(CustodyMeaning)),
        }),
      ),
      isForAll: z.optional(z.boolean()),
    }),
    output: z.object({ id: Id }),
  }),
  /** Recomputes what would happen, because the school may have changed. */
  'imports-check': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /**
   * Creates the families, guardians and children of a draft. `counts` is what the office saw; when the school has
   * changed since, the call is refused (IMPORT_CHANGED) and the draft has to be checked again. Sends no email.
   */
  'imports-apply': write({
    by: ['admin'],
    input: z.object({ id: Id, counts: Counts }),
    output: z.object({ id: Id, batchId: Id, children: z.int(), guardians: z.int(), families: z.int() }),
  }),
  /** Discards a draft and its file. */
  'imports-discard': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
}
