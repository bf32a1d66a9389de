import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  type ColumnTarget,
  type CustodyAnswer,
  type ImportColumn,
  importDayOrders,
  numberKinds,
  phoneRegions,
  rowAnswers,
  type RowOutcome,
  rowOutcomes,
  sheetDelimiters,
  sheetEncodings,
} from '#contract/exchange/imports.ts'
import type { CellCounts, UnusedCells } from '#rules/imports/account.ts'
import type { Relationship } from '#rules/imports/words.ts'
import { batches, id, instant, unrecorded } from '#server/platform/tables.ts'
import { persons } from '#server/access/users/tables.ts'

export type StoredColumn = Omit<ImportColumn, 'samples'> & { relationship: Relationship | null }
export type Counts = Record<RowOutcome, number>
export type Totals = {
  families: number
  newFamilies: number
  newChildren: number
  newGuardians: number
  custody?: number
  children?: number
  guardians?: number
  /** The outcomes of the filled cells; absent in drafts of an earlier version. */
  cells?: CellCounts
  unused?: UnusedCells[]
  /** The number of places in classes that it gave. */
  enrolled?: number
}
/**
 * Texts of a sheet may be about a child's health or custody, so they are sealed as one text (sealing.ts, decision 85).
 */
export type SealedReport = { group: number | null; sealed: string }
export type SealedTotals = Omit<Totals, 'unused'> & { unused?: string }
export type ClassChoice = { termId: string; wanted: string; sectionId: string | null }
export type DayExample = { cell: string; monthFirst: string; dayFirst: string }

/**
 * Imported spreadsheets. A draft has no `appliedAt`; an applied import has a `batchId` until its batch is undone, which
 * clears it again.
 */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    fileName: text().notNull(),
    startedBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
    /** When the draft was last worked on. */
    touchedAt: instant().notNull(),
    encoding: text({ enum: sheetEncodings }),
    delimiter: text({ enum: sheetDelimiters }),
    sheet: text().notNull(),
    sheets: jsonb().$type<string[]>().notNull(),
    headerRow: integer().notNull(),
    headingRows: jsonb().$type<number[]>().notNull(),
    dayOrder: text({ enum: importDayOrders }),
    dayExample: jsonb().$type<DayExample>(),
    region: text({ enum: phoneRegions }).notNull(),
    columns: jsonb().$type<StoredColumn[]>().notNull(),
    counts: jsonb().$type<Counts>().notNull(),
    totals: jsonb().$type<SealedTotals>().notNull(),
    /** The office's choices of the classes that rows of a term mean. */
    classChoices: jsonb().$type<ClassChoice[]>().notNull().default([]),
    appliedAt: instant(),
    batchId: uuid().references(() => batches.id),
  },
  t => [
    index('imports_created_at').on(t.createdAt.desc(), t.id.desc()),
    index('imports_started_by').on(t.startedBy),
    index('imports_batch').on(t.batchId),
  ],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The original file of a draft, sealed; it is deleted when the draft is applied or deleted. */
export const importFiles = pgTable('import_files', {
  importId: uuid()
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  bytes: bytes().notNull(),
})

/** The lines of a sheet that are not blank, by their number in it, each with its outcome. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    /** Sealed; an empty list where the cells aren't kept. */
    cells: jsonb().$type<string | never[]>().notNull(),
    outcome: text({ enum: rowOutcomes }).notNull(),
    report: jsonb().$type<SealedReport>().notNull(),
    isSkipped: boolean().notNull().default(false),
    answer: text({ enum: rowAnswers }),
    /** The answer for a number that stands for two names. */
    numberAnswer: text({ enum: rowAnswers }),
    /** A list. Earlier releases stored one answer for all children of the line, which no longer counts. */
    custodyAnswers: jsonb('custody_answer').$type<CustodyAnswer[]>(),
  },
  t => [primaryKey({ columns: [t.importId, t.n] }), index('import_rows_outcome').on(t.importId, t.outcome, t.n)],
)

/**
 * The progress of the import that is being applied. It is written outside the applying transaction, which shows nothing
 * before its end, so it references no row that is locked there.
 */
export const importProgress = pgTable('import_progress', {
  importId: uuid().primaryKey(),
  done: integer().notNull(),
  total: integer().notNull(),
})
unrecorded(importProgress)

/**
 * The records that the numbers of students, guardians or families in the school's sheets stand for, to find them again
 * in the next sheet.
 */
export const importKeys = pgTable(
  'import_keys',
  {
    kind: text({ enum: numberKinds }).notNull(),
    key: text().notNull(),
    ourId: uuid().notNull(),
  },
  t => [primaryKey({ columns: [t.kind, t.key] }), index('import_keys_our').on(t.ourId)],
)

/** The last chosen contents of the columns of sheets with these headings. */
export const importMappings = pgTable('import_mappings', {
  headings: text().primaryKey(),
  columns: jsonb().$type<ColumnTarget[]>().notNull(),
  usedAt: instant().notNull(),
})
