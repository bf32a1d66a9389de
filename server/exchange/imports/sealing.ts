import type { RowReport } from '#rules/imports/plan.ts'
import { type Db, notesOf } from '#server/platform/db.ts'
import { ignored, type StudiedRow } from './study.ts'
import type { SealedReport, SealedTotals, Totals } from './tables.ts'

// Rows stored by an earlier version hold plain lists and objects; `server/sealing.ts` seals them at the next start.

const sealJson = (db: Db, value: unknown): string => notesOf(db).seal(null, JSON.stringify(value))
/** Opens what was sealed as JSON; returns `none` where the key is gone. */
const openJson = <T>(db: Db, kept: string | T, none: T): T => {
  if (typeof kept !== 'string') return kept
  const note = notesOf(db).read(kept)
  return note ? (JSON.parse(note.content.toString('utf8')) as T) : none
}

type Report = Omit<RowReport, 'outcome'>
export const sealReport = (db: Db, { group, ...report }: Report): SealedReport => ({
  group,
  sealed: sealJson(db, report),
})
/** Earlier releases stored one question about custody for a line, or none. */
const withCustody = (report: Report): Report => ({ ...report, custody: [report.custody ?? []].flat() })
const openReport = (db: Db, report: SealedReport | Report): Report => {
  if (!('sealed' in report)) return withCustody(report)
  const { group: _group, ...none } = ignored
  return withCustody({ ...openJson(db, report.sealed, none), group: report.group })
}

type SealedLine = { cells: string | never[] }
export const sealRow = <Row extends StudiedRow>(db: Db, row: Row) => ({
  ...row,
  cells: row.cells.length === 0 ? [] : sealJson(db, row.cells),
  report: sealReport(db, row.report),
})
export const openLine = <Row extends SealedLine>(db: Db, row: Row): Omit<Row, 'cells'> & { cells: string[] } => ({
  ...row,
  cells: openJson<string[]>(db, row.cells, []),
})
export const openRow = <Row extends SealedLine & { report: SealedReport }>(
  db: Db,
  { cells, report, ...row }: Row,
): Omit<Row, 'cells' | 'report'> & { cells: string[]; report: Report } => ({
  ...row,
  ...openLine(db, { cells }),
  report: openReport(db, report),
})

export const sealTotals = (db: Db, { unused, ...totals }: Totals): SealedTotals => ({
  ...totals,
  ...(unused && { unused: sealJson(db, unused) }),
})
export const openTotals = (db: Db, { unused, ...totals }: SealedTotals): Totals => ({
  ...totals,
  ...(unused && { unused: openJson<NonNullable<Totals['unused']>>(db, unused, []) }),
})

/** Seals a file for storage. */
export const sealFile = (db: Db, bytes: Buffer): Buffer => Buffer.from(notesOf(db).seal(null, bytes), 'latin1')
/** The original bytes of a stored file. */
export const openFile = (db: Db, kept: Buffer): Buffer => notesOf(db).readFile(kept) ?? kept
