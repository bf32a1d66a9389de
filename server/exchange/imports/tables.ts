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
  /** What became of the filled cells; drafts of an earlier version have none. */
  cells?: CellCounts
  unused?: UnusedCells[]
  /** Places in classes that it gave. */
  enrolled?: number
}
/** What a sheet says may be about a child's health or custody, so it is kept sealed as one text (sealing.ts, decision 85). */
export type SealedReport = { group: number | null; sealed: string }
export type SealedTotals = Omit<Totals, 'unused'> & { unused?: string }
export type ClassChoice = { termId: string; wanted: string; sectionId: string | null }
export type DayExample = { cell: string; monthFirst: string; dayFirst: string }

/**
 * Spreadsheets that were brought in. A draft has no `appliedAt`; one that was applied has a `batchId` until its batch is
 * taken back, which empties it again.
 */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    fileName: text().notNull(),
    startedBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
    /** When somebody last worked on the draft. */
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
    /** Which classes of a term the office says that rows mean. */
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

/** The file of a draft as it came, sealed; it goes when the draft is applied or thrown away. */
export const importFiles = pgTable('import_files', {
  importId: uuid()
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  bytes: bytes().notNull(),
})

/** The lines of a sheet that are not blank, by their number in it, each with what becomes of it. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    /** Sealed; an empty list where they aren't kept. */
    cells: jsonb().$type<string | never[]>().notNull(),
    outcome: text({ enum: rowOutcomes }).notNull(),
    report: jsonb().$type<SealedReport>().notNull(),
    isSkipped: boolean().notNull().default(false),
    answer: text({ enum: rowAnswers }),
    /** Whose a number is that stands for two names. */
    numberAnswer: text({ enum: rowAnswers }),
    custodyAnswer: jsonb().$type<CustodyAnswer>(),
  },
  t => [primaryKey({ columns: [t.importId, t.n] }), index('import_rows_outcome').on(t.importId, t.outcome, t.n)],
)

/**
 * How far an import has come that is being applied. It is written beside the transaction that applies, which shows
 * nothing before its end, so it refers to nothing that is locked there.
 */
export const importProgress = pgTable('import_progress', {
  importId: uuid().primaryKey(),
  done: integer().notNull(),
  total: integer().notNull(),
})
unrecorded(importProgress)

/** Whom the number of a student, guardian or family in the school's sheets stands for, to find them by it next time. */
export const importKeys = pgTable(
  'import_keys',
  {
    kind: text({ enum: numberKinds }).notNull(),
    key: text().notNull(),
    ourId: uuid().notNull(),
  },
  t => [primaryKey({ columns: [t.kind, t.key] }), index('import_keys_our').on(t.ourId)],
)

/** What the columns of sheets with these headings were last taken for. */
export const importMappings = pgTable('import_mappings', {
  headings: text().primaryKey(),
  columns: jsonb().$type<ColumnTarget[]>().notNull(),
  usedAt: instant().notNull(),
})
