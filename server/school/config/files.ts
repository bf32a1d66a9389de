import type { FastifyInstance, FastifyRequest } from 'fastify'
import { statuses } from '#contract/errors.ts'
import { largestPicture, pictureTypes } from '#contract/school/config.ts'
import type { Database } from '#server/platform/db.ts'
import { CallError } from '#server/platform/errors.ts'
import { shownPictures } from './policy.ts'
import { findPictureFile } from './pictureQueries.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Captions = { caption?: string; nativeCaption?: string }

/**
 * Pictures for the public pages. `GET /files/pictures/{id}` is public and cached by browsers indefinitely, because a
 * picture never changes. `POST /files/pictures` takes a raw file, if `add` allows the caller, and answers like a
 * callable.
 */
export const pictureRoutes = (
  app: FastifyInstance,
  tools: {
    database: Database
    /** Calls `config-addPicture` as the user of the request's token. */
    add(request: FastifyRequest, picture: { bytes: string; caption: string; nativeCaption: string }): Promise<unknown>
  },
): void => {
  app.get<{ Params: { id: string } }>('/files/pictures/:id', async (request, reply) => {
    const { id } = request.params
    const found = uuid.test(id) ? await findPictureFile(tools.database.db, shownPictures, id) : null
    if (!found) return reply.code(404).type('text/plain; charset=utf-8').send('This picture is no longer here.')
    return reply.type(found.type).header('cache-control', 'public, max-age=31536000, immutable').send(found.bytes)
  })

  void app.register(async inner => {
    inner.addContentTypeParser(
      [...pictureTypes],
      { parseAs: 'buffer', bodyLimit: largestPicture },
      (_request, body, done) => done(null, body),
    )
    inner.post<{ Querystring: Captions; Body: unknown }>('/files/pictures', async (request, reply) => {
      const { caption = '', nativeCaption = '' } = request.query
      const bytes = Buffer.isBuffer(request.body) ? request.body.toString('base64') : ''
      try {
        return { result: await tools.add(request, { bytes, caption, nativeCaption }) }
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { status, http } = statuses[error.code]
        return reply.code(http).send({ error: { message: error.message, status, details: error.details } })
      }
    })
  })
}
