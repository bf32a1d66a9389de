import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Callable } from '#contract/callable.ts'
import { statuses } from '#contract/errors.ts'
import { sheetLimits } from '#contract/exchange/imports.ts'
import { contract, type Parsed } from '#contract/index.ts'
import { csvOf } from '#server/platform/csv.ts'
import { CallError, conflict } from '#server/platform/errors.ts'
import { type FileTools, askedLanguage, sendFile, serveFile, unclear } from '#server/platform/exports.ts'
import { visibleImports } from './policy.ts'
import { findImport, listRows } from './queries.ts'
import { rejectedTexts, whyOut } from './rejected.ts'
import { mayHoldNotes } from './study.ts'

/**
 * `POST /files/imports?name=…` takes a spreadsheet as it is, from callers that `start` accepts, and answers like a
 * callable. `GET /files/import-rejected.csv?id=…` returns the lines that stayed out, in the columns of the sheet and
 * with the reasons, to be corrected and imported again.
 */
export const importRoutes = (
  app: FastifyInstance,
  tools: FileTools & {
    /** Calls `imports-start` as the bearer of the request's token. */
    start(request: FastifyRequest, file: { fileName: string; bytes: string }): Promise<unknown>
  },
): void => {
  const { input: schema }: Callable = contract['imports-rows']
  serveFile(app, tools, 'GET /files/import-rejected.csv', async ({ request, reply, as, at, record, withNotes }) => {
    const { lang, ...query } = request.query
    const actor = as('imports-rows')
    const asked = schema.safeParse(query)
    if (!asked.success) return unclear(reply)
    const { id } = asked.data as Parsed<'imports-rows'>
    const language = askedLanguage(lang, actor)
    const { found, out } = await tools.database.transaction(async db => {
      const seen = visibleImports(actor)
      const found = await findImport(db, seen, id, at)
      const out = await listRows(db, seen, id, ['rejected', 'doubtful'], 0, sheetLimits.rows)
      await record(db, { asked: query, about: [id], rows: out.length })
      return { found, out }
    })
    const headings = found?.columns.map(({ header }) => header) ?? []
    const file = await withNotes(({ tell }) => {
      if (mayHoldNotes(out)) tell([id])
      return csvOf(
        [...headings, rejectedTexts(language)('reason')],
        out.map(({ cells, report }) => [...headings.map((_, index) => cells[index] ?? ''), whyOut(report, language)]),
      )
    })
    return sendFile(reply, 'import-rejected.csv', file)
  })

  void app.register(async inner => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: sheetLimits.bytes }, (_request, body, done) =>
      done(null, body),
    )
    const answered = async (work: () => Promise<unknown>) => {
      try {
        return { http: 200, body: { result: await work() } }
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { status, http } = statuses[error.code]
        return { http, body: { error: { message: error.message, status, details: error.details } } }
      }
    }
    inner.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
      if (error.statusCode !== 413) throw error
      const { http, body } = await answered(() => Promise.reject(conflict('FILE_TOO_LARGE', 'The file is too large.')))
      return reply.code(http).send(body)
    })
    inner.post<{ Querystring: { name?: string }; Body: unknown }>('/files/imports', async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body.toString('base64') : ''
      const fileName = (request.query.name ?? '').slice(0, 255) || 'sheet'
      const { http, body } = await answered(() => tools.start(request, { fileName, bytes }))
      return reply.code(http).send(body)
    })
  })
}
