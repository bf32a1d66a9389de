import type { FastifyInstance } from 'fastify'
import { type Callable } from '#contract/callable.ts'
import { type ExportedList, exportedLists } from '#contract/fileRoutes.ts'
import { contract, type Parsed } from '#contract/index.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from './db.ts'
import { type FileTools, askedLanguage, sendFile, serveFile, unclear } from './exports.ts'
import type { Actor } from './actor.ts'
import { type CellKind, type CellValue, type Sheet, sheetCsv, sheetXlsx } from './sheet.ts'

export type { FileTools } from './exports.ts'

/** The maximum number of rows in a file: more than any school has. A file is made in one piece. */
export const exportedAtMost = 100_000

/**
 * A column of the file. `of` is the screen's column that it belongs to; one column of the screen may have several here.
 */
export type FileColumn<Row> = {
  of: string
  head: Record<Language, string>
  value(row: Row, language: Language): CellValue
  kind?: CellKind
  width?: number
}

type List<F extends ExportedList, Row> = {
  file: F
  title: Record<Language, string>
  columns: readonly FileColumn<Row>[]
  /** All matching rows in the requested order, and the number of decimal places of the school's currency. */
  find(
    db: Db,
    actor: Actor,
    input: Parsed<(typeof exportedLists)[F]>,
    now: Date,
  ): Promise<{
    rows: readonly Row[]
    digits: number
    /** Columns that the school has defined itself. They come after the others, unless columns were chosen. */
    own?: readonly FileColumn<Row>[]
  }>
}

const formats = { csv: sheetCsv, xlsx: sheetXlsx }

/** The file's columns for the columns that the screen shows, in the same order; all columns if none are chosen. */
const chosen = <Row>(columns: readonly FileColumn<Row>[], asked: string | undefined): readonly FileColumn<Row>[] => {
  const found = (asked ?? '').split(',').flatMap(key => columns.filter(({ of }) => of === key))
  return found.length === 0 ? columns : found
}

/**
 * Serves a list as a spreadsheet at `/files/{file}.csv` and `/files/{file}.xlsx` to anyone who may read it at the door:
 * the same function, the same filters (in the query string), the same order, the columns shown (`?columns=name,grade`),
 * all its rows, in the requested language (`?lang=zh`) or else the reader's own. The audit trail records who downloaded
 * it and how many rows.
 */
export const listRoute = <F extends ExportedList, Row>(
  app: FastifyInstance,
  tools: FileTools,
  list: List<F, Row>,
): void => {
  const name = exportedLists[list.file]
  const { input: schema }: Callable = contract[name]
  for (const format of ['csv', 'xlsx'] as const)
    serveFile(app, tools, `GET /files/${list.file}.${format}`, async ({ request, reply, as, at, record }) => {
      const { lang, columns: asked, ...query } = request.query
      const actor = as(name)
      const typed = Object.entries(query).map(([key, value]) => [
        key,
        key !== 'search' && (value === 'true' || value === 'false') ? value === 'true' : value,
      ])
      const input = schema.safeParse(Object.fromEntries(typed))
      if (!input.success) return unclear(reply)
      const language = askedLanguage(lang, actor)
      const {
        rows,
        digits,
        own = [],
      } = await tools.database.report(async db => {
        const answer = await list.find(db, actor, input.data as Parsed<(typeof exportedLists)[F]>, at)
        await record(db, { asked: request.query, rows: answer.rows.length })
        return answer
      })
      const columns = asked === undefined ? [...list.columns, ...own] : chosen(list.columns, asked)
      const sheet: Sheet = {
        title: list.title[language],
        digits,
        columns: columns.map(({ head, kind: cell = 'text', width = 18 }) => ({
          head: head[language],
          kind: cell,
          width,
        })),
      }
      const cells = rows.map(row => columns.map(({ value }) => value(row, language)))
      return sendFile(reply, `${list.file}.${format}`, await formats[format](cells, sheet))
    })
}
