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

/** What a column is taken for: a field, and whose among several. */
export const ColumnTarget = z.object({
  field: z.enum(importFields),
  n: z.int().check(z.minimum(1), z.maximum(mostOfAKind)),
})
export type ColumnTarget = z.infer<typeof ColumnTarget>

export type SheetEncoding = (typeof sheetEncodings)[number]
export type PhoneRegion = (typeof phoneRegions)[number]

export type ImportStatus = (typeof importStatuses)[number]
/** What there is to say about a row; `column` is where, and screens put `code` into words. */
export const RowNote = z.object({
  code: z.string(),
  column: z.nullable(z.int()),
  /** What the cell says, or the name that is meant. */
  text: z.string(),
})
export type RowNote = z.infer<typeof RowNote>
export const CustodyAnswer = z.object({
  kind: z.enum(custodyAnswers),
  /** The guardians who are meant, by their names in the sheet. */
  barred: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
})
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
  /** Who may be meant, where that is to be decided. */
  doubt: z.nullable(
    z.object({
      child: z.string(),
      name: z.string(),
      nativeName: z.string(),
      birthOn: z.nullable(z.string()),
      family: z.string(),
      /** The same name and birthday in another family, or the same birthday and a similar name in this one. */
      kind: z.enum(['namesake', 'similar']),
    }),
  ),
  /** A number of the sheet that stands for two names. */
  number: z.nullable(z.object({ kind: z.enum(numberKinds), number: z.string(), name: z.string(), other: z.string() })),
  /** What the sheet says of custody where that isn't plain; nothing is imported before the office has read it. */
  custody: z.nullable(z.object({ child: z.string(), notes: z.array(z.string()), guardians: z.array(z.string()) })),
  answer: z.nullable(z.enum(rowAnswers)),
  numberAnswer: z.nullable(z.enum(rowAnswers)),
  custodyAnswer: z.nullable(CustodyAnswer),
  isSkipped: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The people of a sheet who are one family, with what is asked about them. */
export const ImportFamily = z.object({
  /** Its first row. */
  n: z.int(),
  name: z.string(),
  rows: z.array(ImportRow),
  /** Each question once, by its row; `alike`: how many more of the sheet's open questions are of its kind. */
  questions: z.array(z.object({ n: z.int(), kind: z.enum(questionKinds), isOpen: z.boolean(), alike: z.int() })),
})
export type ImportFamily = z.infer<typeof ImportFamily>

export const ImportColumn = z.object({
  header: z.string(),
  target: ColumnTarget,
  /** How sure the proposal is; `remembered` was chosen for such a sheet before, `chosen` just now. */
  by: z.enum(['sure', 'likely', 'guess', 'none', 'remembered', 'chosen']),
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const Counts = z.record(z.enum(rowOutcomes), z.int())
const Settings = {
  encoding: z.nullable(z.enum(sheetEncodings)),
  delimiter: z.nullable(z.enum(sheetDelimiters)),
  sheet: z.string(),
  /** The number of the row with the headings, from 1; 0 where there are none. */
  headerRow: z.int(),
  dayOrder: z.nullable(z.enum(importDayOrders)),
  region: z.enum(phoneRegions),
}
const Summary = {
  id: Id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  by: z.string(),
  at: z.string(),
  appliedAt: z.nullable(z.string()),
  /** To take it back with, while that is possible. */
  batchId: z.nullable(Id),
  counts: Counts,
}
export const Import = z.object({
  ...Summary,
  ...Settings,
  sheets: z.array(z.string()),
  columns: z.array(ImportColumn),
  /** A day that can be read in two ways where nothing in the file tells which; the office says it before it applies. */
  dayExample: z.nullable(z.object({ cell: z.string(), monthFirst: z.string(), dayFirst: z.string() })),
  /** The sheet is a list of staff, so nobody in it is taken for a child. */
  isStaffList: z.boolean(),
  families: z.int(),
  /** All of the sheet who come in, those on file among them. */
  children: z.int(),
  guardians: z.int(),
  newFamilies: z.int(),
  newChildren: z.int(),
  newGuardians: z.int(),
  /** How many places in classes it gave. */
  enrolled: z.int(),
  /** Rows with a note on custody that nobody has read yet; while there are any, applying is refused (IMPORT_CUSTODY). */
  custody: z.int(),
  /** How the filled cells add up; null for what was read before they were counted. */
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
  /** How far the import has come while it is being applied, in families. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int() })),
  /** What no record will hold, by column and reason; of many cells a few stand as examples. */
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
  /** Past imports, and drafts, the newest first. */
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
  /** The report by families. */
  'imports-families': read({
    by: ['admin'],
    input: z.object({
      id: Id,
      part: z.enum(familyParts),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: z.object({ ...page(ImportFamily).shape, /** Questions that nobody has answered. */ open: z.int() }),
  }),
  /** Takes a file in, recognises what it can and says what would happen. Nothing of the school changes. */
  'imports-start': write({
    by: ['admin'],
    input: z.object({
      fileName: z.string().check(z.minLength(1, 'empty'), z.maxLength(255, 'long')),
      /** The file in base64. */
      bytes: offRecord(z.string().check(z.maxLength(Math.ceil((sheetLimits.bytes * 4) / 3) + 4, 'long'))),
    }),
    output: z.object({ id: Id }),
  }),
  /** Reads a draft's file again in another way; what is left out stays as it is. */
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
  /** Says what the columns hold, which is remembered for sheets with the same headings, and how to read days and numbers. */
  'imports-map': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      columns: z.optional(z.array(ColumnTarget).check(z.maxLength(sheetLimits.columns))),
      /** Null: as the column shows. */
      dayOrder: z.optional(z.nullable(z.enum(importDayOrders))),
      region: z.optional(z.enum(phoneRegions)),
    }),
    output: z.object({ id: Id }),
  }),
  /** Leaves a row out or takes it in again, or answers what is asked about it, and, where wanted, all that is alike. */
  'imports-decide': write({
    by: ['admin'],
    input: z.object({
      id: Id,
      n: z.int(),
      isSkipped: z.optional(z.boolean()),
      answer: z.optional(z.nullable(z.enum(rowAnswers))),
      numberAnswer: z.optional(z.nullable(z.enum(rowAnswers))),
      custodyAnswer: z.optional(z.nullable(CustodyAnswer)),
      isForAll: z.optional(z.boolean()),
    }),
    output: z.object({ id: Id }),
  }),
  /** Looks again what would happen, since the school may have changed. */
  'imports-check': write({ by: ['admin'], input: z.object({ id: Id }), output: z.object({ id: Id }) }),
  /**
   * Makes the families, guardians and children of a draft. `counts` is what the office has seen: where the school has
   * changed meanwhile it is refused (IMPORT_CHANGED) and has to be checked again. Nobody is written to.
   */
  'imports-apply': write({
    by: ['admin'],
    input: z.object({ id: Id, counts: Counts }),
    output: z.object({ id: Id, batchId: Id, children: z.int(), guardians: z.int(), families: z.int() }),
  }),
  /** Throws a draft away, with its file. */
  'imports-discard': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
}
