import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileRoutes as rules } from '#contract/fileRoutes.ts'
import { statuses } from '#contract/errors.ts'
import { fileNameHeader, uploadLimit, uploadPath } from '#contract/access/files.ts'
import { type Role, viewHeader } from '#contract/callable.ts'
import { isOutage } from '#server/platform/databaseErrors.ts'
import { CallError, denied, outOfReach, unauthenticated } from '#server/platform/errors.ts'
import { type FileTools, serveFile } from '#server/platform/exports.ts'
import type { Actor } from '#server/platform/actor.ts'
import { log } from '#server/platform/log.ts'
import { noteRefusal, refusalFor } from '#server/platform/right.ts'
import { keepFile, tooLarge } from './acts.ts'
import { isShownInline } from './content.ts'
import { visibleFiles, type Attachments } from './policy.ts'
import { findFile } from './queries.ts'

type Tools = FileTools & {
  attachments: readonly Attachments[]
  /** The caller that a bearer token stands for; null if it is not valid. A write never uses the cookie. */
  authenticate(token: string): Promise<{ actor: Actor; claimedRoles: readonly Role[] } | null>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const uploader = async (request: FastifyRequest, tools: Tools): Promise<Actor> => {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const found = token ? await tools.authenticate(token) : null
  if (!found) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
  const refusal = refusalFor(found.actor, rules['POST /files/uploads'].needs, found.claimedRoles)
  if (refusal !== null) {
    noteRefusal(refusal, { name: 'POST /files/uploads', actor: found.actor, address: request.ip })
    throw denied(refusal, 'You can’t upload files here.')
  }
  if (request.headers[viewHeader] !== undefined)
    throw denied('VIEW_ONLY', 'You are viewing as someone else, so you can’t upload files.')
  return found.actor
}

const nameOf = (request: FastifyRequest): string => {
  const header = request.headers[fileNameHeader]
  try {
    return typeof header === 'string' ? decodeURIComponent(header) : ''
  } catch {
    return ''
  }
}

/** The error that the caller may see, in the form of a refused callable. */
const shown = (error: unknown): CallError => {
  if (error instanceof CallError) return error
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) return tooLarge()
  if (isOutage(error)) return outOfReach()
  log.error({ err: error }, 'an upload failed')
  return new CallError('internal', 'INTERNAL')
}

/** The header that names a download (RFC 6266): ASCII for old clients, UTF-8 for all others. */
const disposition = (type: string, name: string): string => {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${isShownInline(type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * The range that a player requests, as first and last byte; null for the whole file. Safari plays nothing without
 * ranges.
 */
const partOf = (range: string | undefined, size: number): { from: number; to: number } | null => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? { from, to } : null
}

/**
 * Takes uploads at `POST /files/uploads` (a bearer token, the file as the body, its name in a header) and serves them
 * at `GET /files/uploads/{id}` to anyone who may see the record they are attached to. A missing file and one that the
 * caller may not see get the same answer.
 */
export const fileRoutes = (app: FastifyInstance, tools: Tools): void => {
  const actors = new WeakMap<FastifyRequest, Actor>()
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: uploadLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler(async (error, _request, reply) => {
      const { code, message, details } = shown(error)
      // The rest of an unread body would keep the connection busy.
      void reply.header('connection', 'close')
      return reply.code(statuses[code].http).send({ error: { message, details, status: statuses[code].status } })
    })
    scope.post(uploadPath, {
      bodyLimit: uploadLimit,
      // Checked before the body is read, so that strangers can't send data.
      onRequest: async request => void actors.set(request, await uploader(request, tools)),
      handler: async (request, reply) => {
        const actor = actors.get(request)!
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const stored = await tools.database.transaction(db =>
          keepFile(db, tools.attachments, actor, { name: nameOf(request), bytes }, tools.clock()),
        )
        return reply.send(stored)
      },
    })
  })

  serveFile(app, tools, `GET ${uploadPath}/:id`, async ({ request, reply, actor, at, record }) => {
    const id = request.params['id']!
    const file = await tools.database.transaction(async db => {
      const found = uuid.test(id)
        ? await findFile(db, tools.attachments, visibleFiles(tools.attachments, actor, at), id)
        : null
      if (found && found.studentIds.length > 0)
        await record(db, { asked: { id, name: found.name }, about: [id, ...found.studentIds] })
      return found
    })
    if (!file)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('This file was not found. Sign in and open it from where it is attached.')
    void reply.headers({
      'content-disposition': disposition(file.type, file.name),
      // Browsers' PDF viewers don't start in a sandbox. A PDF can't reach any page of Lantern, and nothing may embed
      // it.
      'content-security-policy':
        file.type === 'application/pdf'
          ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
          : "sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    void reply.type(file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type)
    const part = partOf(request.headers.range, file.size)
    if (!part) return reply.send(file.bytes)
    return reply
      .code(206)
      .header('content-range', `bytes ${part.from}-${part.to}/${file.size}`)
      .send(file.bytes.subarray(part.from, part.to + 1))
  })
}
