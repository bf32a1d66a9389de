import { and, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { ColumnTarget, CustodyAnswer, familyParts, ImportStatus, RowOutcome } from '#contract/exchange/imports.ts'
import type { SourceKey } from '#rules/imports/matching.ts'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { limitTo, oneOf, onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { isUnderWay } from '#server/platform/oneAtATime.ts'
import type { Decision } from '#rules/imports/plan.ts'
import { openFile, openLine, openRow, openTotals, sealFile, sealReport, sealRow, sealTotals } from './sealing.ts'
import type { DecidedRow, StudiedRow } from './study.ts'
import {
  importFiles,
  importKeys,
  importMappings,
  importProgress,
  importRows,
  imports,
  type SealedReport,
  type Totals,
} from './tables.ts'

type FamilyPart = (typeof familyParts)[number]
type Kept = typeof imports.$inferSelect
type Stored = Omit<Kept, 'totals'> & { totals: Totals }
type Values = Omit<typeof imports.$inferInsert, 'totals'> & { totals: Totals }
type KeptRow = Omit<DecidedRow, 'cells' | 'report'> & { cells: string | never[]; report: SealedReport }
const status = sql<ImportStatus>`case when imports.applied_at is null then 'draft' when imports.batch_id is null then 'undone' else 'applied' end`
const summary = (now: Date): SQL => sql`
  imports.id, imports.file_name, ${status} as status, coalesce(p.name, '') as by, coalesce(p.native_name, '') as "byNativeName", ${asInstant(sql`imports.created_at`)} as at,
  ${asInstant(sql`imports.applied_at`)} as "appliedAt", imports.counts,
  case when imports.applied_at > ${now.toISOString()}::timestamptz - interval '24 hours' then imports.batch_id end as "batchId"`

export type Summary = {
  id: string
  fileName: string
  status: ImportStatus
  by: string
  byNativeName: string
  at: string
  appliedAt: string | null
  batchId: string | null
  counts: Stored['counts']
}
/** Past imports and drafts, newest first; one more than a page. */
export const listImports = (
  db: Db,
  seen: Scope<'imports'>,
  after: readonly (string | number | null)[] | null,
  now: Date,
) =>
  rows<Summary>(
    db,
    sql`
    select ${summary(now)} from imports left join persons p on p.id = imports.started_by
    where ${seen} and ${after ? sql`(imports.created_at, imports.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by imports.created_at desc, imports.id desc ${onePage}`,
  )
export const countImports = (db: Db, seen: Scope<'imports'>): Promise<number> => db.$count(imports, seen)

export type Found = Summary &
  Pick<
    Stored,
    | 'encoding'
    | 'delimiter'
    | 'sheet'
    | 'sheets'
    | 'headerRow'
    | 'headingRows'
    | 'dayOrder'
    | 'dayExample'
    | 'region'
    | 'columns'
    | 'totals'
    | 'classChoices'
  > & { progress: { done: number; total: number } | null }
export const findImport = async (db: Db, seen: Scope<'imports'>, id: string, now: Date): Promise<Found | null> => {
  const [found] = await rows<Omit<Found, 'totals'> & Pick<Kept, 'totals'>>(
    db,
    sql`
    select ${summary(now)}, imports.encoding, imports.delimiter, imports.sheet, imports.sheets, imports.header_row, imports.heading_rows,
      imports.day_order, imports.day_example, imports.region, imports.columns, imports.totals, imports.class_choices,
      (select json_build_object('done', g.done, 'total', g.total) from import_progress g where g.import_id = imports.id and ${isUnderWay('import')}) as progress
    from imports left join persons p on p.id = imports.started_by where ${seen} and imports.id = ${id}::uuid`,
  )
  return found ? { ...found, totals: openTotals(db, found.totals) } : null
}

/** The first 100 lines of a sheet, for samples. */
export const firstLines = async (db: Db, seen: Scope<'imports'>, id: string) => {
  const found = await db
    .select({ n: importRows.n, cells: importRows.cells })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .where(and(seen, eq(importRows.importId, id)))
    .orderBy(importRows.n)
    .limit(100)
  return found.map(line => openLine(db, line))
}

const hasCustodyAnswers = sql`jsonb_typeof(r.custody_answer) is not distinct from 'array'`
const custodyAnswers = sql<CustodyAnswer[]>`case when ${hasCustodyAnswers} then r.custody_answer else '[]'::jsonb end`
const decided = sql`r.n, r.cells, r.outcome, r.report, r.is_skipped, r.answer, r.number_answer, ${custodyAnswers} as "custodyAnswers"`
/** Lines in order with their outcomes, at most `limit`. */
export const listRows = async (
  db: Db,
  seen: Scope<'imports'>,
  id: string,
  outcomes: readonly RowOutcome[] | null,
  after: number,
  limit: number,
): Promise<DecidedRow[]> => {
  const found = await rows<KeptRow>(
    db,
    sql`
    select ${decided} from import_rows r join imports on imports.id = r.import_id
    where ${seen} and r.import_id = ${id}::uuid and r.n > ${after} and ${
      outcomes
        ? sql`r.outcome in (${sql.join(
            outcomes.map(outcome => sql`${outcome}`),
            sql`, `,
          )})`
        : sql`true`
    }
    order by r.n ${limitTo(limit)}`,
  )
  return found.map(row => openRow(db, row))
}

const isDecided = sql`(r.is_skipped or r.answer is not null or r.number_answer is not null or ${hasCustodyAnswers})`
/** Lines with an open or answered question for the office. */
export const listAsked = async (db: Db, seen: Scope<'imports'>, id: string): Promise<DecidedRow[]> => {
  const found = await rows<KeptRow>(
    db,
    sql`
    select ${decided} from import_rows r join imports on imports.id = r.import_id
    where ${seen} and r.import_id = ${id}::uuid and (r.outcome = 'doubtful' or ${isDecided}) order by r.n`,
  )
  return found.map(row => openRow(db, row))
}

/** The lines of families after a given one, grouped by family: the families with a question, or all others. */
export const listFamilies = async (
  db: Db,
  seen: Scope<'imports'>,
  id: string,
  { part, after }: { part: FamilyPart; after: number },
): Promise<{ families: { n: number; rows: DecidedRow[] }[]; total: number }> => {
  const grouped = sql`
    with families as (
      select (r.report->>'group')::int as n, bool_or(r.outcome = 'doubtful' or ${isDecided}) as is_asked
      from import_rows r join imports on imports.id = r.import_id
      where ${seen} and r.import_id = ${id}::uuid and r.report->>'group' is not null group by 1),
    wanted as (select n from families where is_asked = ${part === 'asked'})`
  const [counted] = await rows<{ total: number }>(db, sql`${grouped} select count(*)::int as total from wanted`)
  const found = await rows<KeptRow & { family: number }>(
    db,
    sql`${grouped}
    select ${decided}, w.n as family from (select n from wanted where n > ${after} order by n ${onePage}) w
      join import_rows r on r.import_id = ${id}::uuid and (r.report->>'group')::int = w.n order by w.n, r.n`,
  )
  const families = [...Map.groupBy(found, ({ family }) => family)].map(([n, of]) => ({
    n,
    rows: of.map(row => openRow(db, row)),
  }))
  return { families, total: counted?.total ?? 0 }
}

/**
 * Stores the progress of an import; null once it has ended. Only one import is applied at a time, so this also removes
 * the progress of others.
 */
export const writeProgress = async (
  db: Db,
  importId: string,
  progress: { done: number; total: number } | null,
): Promise<void> => {
  if (progress === null) await db.delete(importProgress)
  else
    await db
      .insert(importProgress)
      .values({ importId, ...progress })
      .onConflictDoUpdate({ target: importProgress.importId, set: progress })
}

/** A draft, locked for changes; null where there is none. */
export const lockDraft = async (db: Db, seen: Scope<'imports'>, id: string): Promise<Stored | null> => {
  const [found] = await db
    .select()
    .from(imports)
    .where(and(seen, eq(imports.id, id)))
    .for('update')
  return found ? { ...found, totals: openTotals(db, found.totals) } : null
}

export const insertImport = async (db: Db, values: Values, bytes: Buffer): Promise<string> => {
  const [made] = await db
    .insert(imports)
    .values({ ...values, totals: sealTotals(db, values.totals) })
    .returning({ id: imports.id })
  await db.insert(importFiles).values({ importId: made!.id, bytes: sealFile(db, bytes) })
  return made!.id
}
export const findFile = async (db: Db, id: string): Promise<Buffer | null> => {
  const [found] = await db.select({ bytes: importFiles.bytes }).from(importFiles).where(eq(importFiles.importId, id))
  return found ? openFile(db, found.bytes) : null
}
export const updateImport = async (db: Db, id: string, { totals, ...values }: Partial<Values>): Promise<void> => {
  await db
    .update(imports)
    .set({ ...values, ...(totals && { totals: sealTotals(db, totals) }) })
    .where(eq(imports.id, id))
}
export const deleteImport = async (db: Db, id: string): Promise<void> => {
  await db.delete(imports).where(eq(imports.id, id))
}
/** Deletes drafts that were last touched before an instant; they hold data of whole families. */
export const deleteDraftsBefore = async (db: Db, at: Date): Promise<void> => {
  await db.delete(imports).where(and(isNull(imports.appliedAt), lt(imports.touchedAt, at)))
}

export const linesOf = async (db: Db, id: string) => {
  const found = await rows<Pick<KeptRow, 'n' | 'cells' | keyof Decision>>(
    db,
    sql`
    select r.n, r.cells, r.is_skipped, r.answer, r.number_answer, ${custodyAnswers} as "custodyAnswers"
    from import_rows r where r.import_id = ${id}::uuid order by r.n`,
  )
  return found.map(line => openLine(db, line))
}

/** Replaces the stored lines with those of another sheet. */
export const replaceRows = async (db: Db, id: string, studied: readonly StudiedRow[]): Promise<void> => {
  await db.delete(importRows).where(eq(importRows.importId, id))
  await inPieces(studied, part =>
    db.insert(importRows).values(part.map(row => ({ importId: id, ...sealRow(db, row) }))),
  )
}
/** Stores the outcomes of lines. */
export const updateReports = (db: Db, id: string, studied: readonly StudiedRow[]): Promise<void> =>
  inPieces(studied, part =>
    rows(
      db,
      sql`
      update import_rows set outcome = r.outcome, report = r.report
      from jsonb_to_recordset(${JSON.stringify(part.map(({ n, outcome, report }) => ({ n, outcome, report: sealReport(db, report) })))}::jsonb) as r(n int, outcome text, report jsonb)
      where import_rows.import_id = ${id}::uuid and import_rows.n = r.n and (import_rows.outcome, import_rows.report) is distinct from (r.outcome, r.report)`,
    ),
  )
export const updateDecision = async (
  db: Db,
  id: string,
  lines: readonly number[],
  decision: { [Key in Exclude<keyof Decision, 'custodyAnswers'>]?: Decision[Key] | undefined },
): Promise<void> => {
  const { isSkipped, answer, numberAnswer } = decision
  if (isSkipped === undefined && answer === undefined && numberAnswer === undefined) return
  await db
    .update(importRows)
    .set({
      ...(isSkipped !== undefined && { isSkipped }),
      ...(answer !== undefined && { answer }),
      ...(numberAnswer !== undefined && { numberAnswer }),
    })
    .where(and(eq(importRows.importId, id), inArray(importRows.n, [...lines])))
}
/** Stores the answers about custody of lines, each line's as a whole. */
export const updateCustodyAnswers = (
  db: Db,
  id: string,
  lines: readonly { n: number; custodyAnswers: readonly CustodyAnswer[] }[],
): Promise<void> =>
  inPieces(lines, part =>
    rows(
      db,
      sql`
      update import_rows set custody_answer = nullif(r.answers, '[]')
      from jsonb_to_recordset(${JSON.stringify(part.map(({ n, custodyAnswers: answers }) => ({ n, answers })))}::jsonb) as r(n int, answers jsonb)
      where import_rows.import_id = ${id}::uuid and import_rows.n = r.n`,
    ),
  )

/** Deletes what an applied import no longer needs: its file, and the cells of all lines but those that stayed out. */
export const forgetCells = async (db: Db, id: string): Promise<void> => {
  await db.delete(importFiles).where(eq(importFiles.importId, id))
  await rows(
    db,
    sql`update import_rows set cells = '[]' where import_id = ${id}::uuid and outcome not in ('rejected', 'doubtful', 'skipped')`,
  )
}

export const findMapping = async (db: Db, headings: string): Promise<ColumnTarget[] | null> => {
  const [found] = await db
    .select({ columns: importMappings.columns })
    .from(importMappings)
    .where(eq(importMappings.headings, headings))
  return found?.columns ?? null
}
export const keepMapping = async (db: Db, headings: string, columns: ColumnTarget[], usedAt: Date): Promise<void> => {
  await db
    .insert(importMappings)
    .values({ headings, columns, usedAt })
    .onConflictDoUpdate({ target: importMappings.headings, set: { columns, usedAt } })
}

/** The records that the numbers of earlier sheets stand for. */
export const listSourceKeys = (db: Db): Promise<SourceKey[]> =>
  db.select({ kind: importKeys.kind, key: importKeys.key, ourId: importKeys.ourId }).from(importKeys)
export const keepSourceKeys = (db: Db, keys: readonly SourceKey[]): Promise<void> =>
  inPieces(keys, piece =>
    db
      .insert(importKeys)
      .values([...piece])
      .onConflictDoNothing(),
  )

export const findSchool = async (db: Db): Promise<{ zone: string; currency: string }> => {
  const [found] = await rows<{ zone: string; currency: string }>(db, sql`select zone, currency from school`)
  return found ?? { zone: 'UTC', currency: 'USD' }
}

/** The people whose screens change: guardians with an account and data access to a child of these households. */
export const listConcerned = async (db: Db, householdIds: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select distinct g.guardian_id as id from guardianships g join students s on s.id = g.student_id join persons p on p.id = g.guardian_id
      where g.has_data_access and p.account_id is not null and ${oneOf(sql`s.household_id`, householdIds)}`,
    )
  ).map(({ id }) => id)
