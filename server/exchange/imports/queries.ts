import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { ColumnTarget, CustodyAnswer, ImportRow, ImportStatus, RowOutcome } from '#contract/exchange/imports.ts'
import type { SourceKey } from '#rules/imports/matching.ts'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { oneOf, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import type { StudiedRow } from './study.ts'
import { importFiles, importKeys, importMappings, importRows, imports } from './tables.ts'

type Stored = typeof imports.$inferSelect
const status = sql<ImportStatus>`case when imports.applied_at is null then 'draft' when imports.batch_id is null then 'undone' else 'applied' end`
const summary = (now: Date): SQL => sql`
  imports.id, imports.file_name, ${status} as status, coalesce(p.name, '') as by, ${asInstant(sql`imports.created_at`)} as at,
  ${asInstant(sql`imports.applied_at`)} as "appliedAt", imports.counts,
  case when imports.applied_at > ${now.toISOString()}::timestamptz - interval '24 hours' then imports.batch_id end as "batchId"`

export type Summary = {
  id: string
  fileName: string
  status: ImportStatus
  by: string
  at: string
  appliedAt: string | null
  batchId: string | null
  counts: Stored['counts']
}
/** Past imports and drafts, the newest first; one more than a page. */
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
    order by imports.created_at desc, imports.id desc limit ${pageSize + 1}`,
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
  >
export const findImport = async (db: Db, seen: Scope<'imports'>, id: string, now: Date): Promise<Found | null> => {
  const [found] = await rows<Found>(
    db,
    sql`
    select ${summary(now)}, imports.encoding, imports.delimiter, imports.sheet, imports.sheets, imports.header_row, imports.heading_rows,
      imports.day_order, imports.day_example, imports.region, imports.columns, imports.totals
    from imports left join persons p on p.id = imports.started_by where ${seen} and imports.id = ${id}::uuid`,
  )
  return found ?? null
}

/** The first lines of a sheet, for samples. */
export const firstLines = (db: Db, seen: Scope<'imports'>, id: string) =>
  db
    .select({ n: importRows.n, cells: importRows.cells })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .where(and(seen, eq(importRows.importId, id)))
    .orderBy(importRows.n)
    .limit(100)

type ShownRow = StudiedRow & Pick<ImportRow, 'isSkipped' | 'answer' | 'custodyAnswer'>
/** Lines in their order with what becomes of them, at most `limit`. */
export const listRows = (
  db: Db,
  seen: Scope<'imports'>,
  id: string,
  outcomes: readonly RowOutcome[] | null,
  after: number,
  limit: number,
): Promise<ShownRow[]> =>
  rows<ShownRow>(
    db,
    sql`
    select r.n, r.cells, r.outcome, r.report, r.is_skipped, r.answer, r.custody_answer from import_rows r join imports on imports.id = r.import_id
    where ${seen} and r.import_id = ${id}::uuid and r.n > ${after} and ${
      outcomes
        ? sql`r.outcome in (${sql.join(
            outcomes.map(outcome => sql`${outcome}`),
            sql`, `,
          )})`
        : sql`true`
    }
    order by r.n limit ${limit}`,
  )

/** A draft, held while it is worked on; null where there is none. */
export const lockDraft = async (db: Db, seen: Scope<'imports'>, id: string): Promise<Stored | null> => {
  const [found] = await db
    .select()
    .from(imports)
    .where(and(seen, eq(imports.id, id)))
    .for('update')
  return found ?? null
}

export const insertImport = async (db: Db, values: typeof imports.$inferInsert, bytes: Buffer): Promise<string> => {
  const [made] = await db.insert(imports).values(values).returning({ id: imports.id })
  await db.insert(importFiles).values({ importId: made!.id, bytes })
  return made!.id
}
export const findFile = async (db: Db, id: string): Promise<Buffer | null> => {
  const [found] = await db.select({ bytes: importFiles.bytes }).from(importFiles).where(eq(importFiles.importId, id))
  return found?.bytes ?? null
}
export const updateImport = async (db: Db, id: string, values: Partial<typeof imports.$inferInsert>): Promise<void> => {
  await db.update(imports).set(values).where(eq(imports.id, id))
}
export const deleteImport = async (db: Db, id: string): Promise<void> => {
  await db.delete(imports).where(eq(imports.id, id))
}
/** Drafts that nobody has worked on since then; they hold whole families. */
export const deleteDraftsBefore = async (db: Db, at: Date): Promise<void> => {
  await db.delete(imports).where(and(isNull(imports.appliedAt), lt(imports.touchedAt, at)))
}

export const linesOf = (db: Db, id: string) =>
  db
    .select({
      n: importRows.n,
      cells: importRows.cells,
      isSkipped: importRows.isSkipped,
      answer: importRows.answer,
      custodyAnswer: importRows.custodyAnswer,
    })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(importRows.n)

/** Puts the lines of another sheet in the place of those that were there. */
export const replaceRows = async (db: Db, id: string, studied: readonly StudiedRow[]): Promise<void> => {
  await db.delete(importRows).where(eq(importRows.importId, id))
  await inPieces(studied, part => db.insert(importRows).values(part.map(row => ({ importId: id, ...row }))))
}
/** Writes what becomes of the lines. */
export const updateReports = (db: Db, id: string, studied: readonly StudiedRow[]): Promise<void> =>
  inPieces(studied, part =>
    rows(
      db,
      sql`
      update import_rows set outcome = r.outcome, report = r.report
      from jsonb_to_recordset(${JSON.stringify(part.map(({ n, outcome, report }) => ({ n, outcome, report })))}::jsonb) as r(n int, outcome text, report jsonb)
      where import_rows.import_id = ${id}::uuid and import_rows.n = r.n and (import_rows.outcome, import_rows.report) is distinct from (r.outcome, r.report)`,
    ),
  )
export const updateDecision = async (
  db: Db,
  id: string,
  n: number,
  decision: {
    isSkipped?: boolean | undefined
    answer?: 'same' | 'new' | null | undefined
    custodyAnswer?: CustodyAnswer | null | undefined
  },
): Promise<boolean> =>
  (
    await db
      .update(importRows)
      .set({
        ...(decision.isSkipped !== undefined && { isSkipped: decision.isSkipped }),
        ...(decision.answer !== undefined && { answer: decision.answer }),
        ...(decision.custodyAnswer !== undefined && { custodyAnswer: decision.custodyAnswer }),
      })
      .where(and(eq(importRows.importId, id), eq(importRows.n, n)))
      .returning({ n: importRows.n })
  ).length === 1

/** An applied import keeps the cells of lines that stayed out, for their file, and no file. */
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

/** Whom the numbers of earlier sheets stand for. */
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

/** Whose screens show something else now: guardians with access to a child of these households. */
export const listConcerned = async (db: Db, householdIds: readonly string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select distinct g.guardian_id as id from guardianships g join students s on s.id = g.student_id join persons p on p.id = g.guardian_id
      where g.has_data_access and p.account_id is not null and ${oneOf(sql`s.household_id`, householdIds)}`,
    )
  ).map(({ id }) => id)
