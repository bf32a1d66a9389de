import type { FastifyInstance, FastifyRequest } from 'fastify'
import { statuses } from '#contract/errors.ts'
import { Extent, largestZip, oneRosterDownloadPath, oneRosterUploadPath } from '#contract/exchange/oneroster.ts'
import { CallError } from '#server/platform/errors.ts'
import { type FileTools, sendFile, serveFile } from '#server/platform/exports.ts'
import { isOn } from '#server/school/config/acts.ts'
import { packRoster } from './pack.ts'
import { exchangedRoster, switchedOff } from './policy.ts'

type Tools = FileTools & {
  /** Calls `oneroster-upload` as the bearer of the request's token. */
  add(request: FastifyRequest, upload: { name: string; bytes: string }): Promise<unknown>
}

const zipTypes = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream']

/**
 * `GET /files/oneroster.zip?extent=current|all` exports the roster to callers who may call `oneroster-summary`; the
 * audit trail records who downloaded it. `POST /files/oneroster?name=…` takes a zip as it is and answers like a
 * callable.
 */
export const oneRosterFiles = (app: FastifyInstance, tools: Tools): void => {
  serveFile(app, tools, `GET ${oneRosterDownloadPath}`, async ({ request, reply, as, record }) => {
    void reply.type('text/plain; charset=utf-8')
    const extent = Extent.safeParse(request.query['extent'] ?? 'current')
    if (!(await isOn(tools.database.db, 'oneroster'))) return reply.code(403).send(switchedOff)
    if (!extent.success) return reply.code(400).send('Give extent=current or extent=all.')
    const zip = await tools.database.report(async db => {
      await record(db, { asked: { extent: extent.data } })
      return packRoster(db, extent.data, exchangedRoster(as('oneroster-summary')))
    })
    return sendFile(reply, 'oneroster.zip', zip)
  })

  void app.register(async inner => {
    inner.addContentTypeParser(zipTypes, { parseAs: 'buffer', bodyLimit: largestZip }, (_request, body, done) =>
      done(null, body),
    )
    inner.post<{ Querystring: { name?: string }; Body: unknown }>(oneRosterUploadPath, {
      bodyLimit: largestZip,
      handler: async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body.toString('base64') : ''
        try {
          return { result: await tools.add(request, { name: request.query.name ?? 'oneroster.zip', bytes }) }
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          const { status, http } = statuses[error.code]
          return reply.code(http).send({ error: { message: error.message, status, details: error.details } })
        }
      },
    })
  })
}
