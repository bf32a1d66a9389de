import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/access.ts'
import { fileRoutes, type RecordedFile } from '#contract/fileRoutes.ts'
import type { FunctionName } from '#contract/index.ts'
import type { Language } from '#contract/values.ts'
import type { Clock } from './clock.ts'
import type { Database, Db } from './db.ts'
import type { Actor } from './actor.ts'
import { type Opening, openingWith } from './notes.ts'
import { logReading } from './readings.ts'
import { isRecent } from './recent.ts'
import { actorFor, noteRefusal, refusalFor } from './right.ts'
import { auditEntries } from './tables.ts'

export type FileTools = { database: Database; clock: Clock; actorOf(cookies: string | undefined): Promise<Actor> }

/** The requested language, or else the reader's own. */
export const askedLanguage = (asked: string | undefined, actor: Actor): Language =>
  asked === 'en' || asked === 'zh' ? asked : actor.language

const refusals = {
  SIGN_IN_NEEDED: 'Sign in first, then open this file from its page.',
  EMAIL_NOT_VERIFIED: 'Confirm your email address first, then open this file from its page.',
  AREA_NEEDED: 'Your area of the office does not include this file.',
  ROLE_NEEDED: 'Your role does not include this file.',
  STALE_CLAIMS: 'Your roles have changed. Load the page again.',
} satisfies Record<Refusal, string>

const notRecent = 'Sign in again before you download this, then open it from its page.'

export const unclear = (reply: FastifyReply) =>
  reply.code(400).type('text/plain; charset=utf-8').send('These filters were not understood.')

const types = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const

/**
 * Sends a file made for one reader; the type follows from the name's ending. PDFs open in the browser, other files are
 * downloaded.
 */
export const sendFile = (reply: FastifyReply, name: `${string}.${keyof typeof types}`, content: Buffer | string) =>
  reply
    .type(types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types])
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `${name.endsWith('.pdf') ? 'inline' : 'attachment'}; filename="${name}"`)
    .send(content)

type FileRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, string> }>
type Asked = {
  request: FileRequest
  reply: FastifyReply
  actor: Actor
  /** The reader as the door would pass it to one of the functions that the route needs. */
  as(name: FunctionName): Actor
  at: Date
  /** Records in the audit trail who downloads this file, with which parameters, and which records it is about. */
  record(db: Db, what: { asked: object; about?: readonly string[]; rows?: number }): Promise<void>
  /** Makes content that holds notes about students. The reading is logged before this resolves. */
  withNotes<T>(make: (opening: Opening) => T | Promise<T>): Promise<T>
}

/**
 * Serves a file of the table in contract/fileRoutes.ts to anyone the door would let read it. Identifies the reader by
 * the session cookie, since a link sends no token. `answer` is never called for anyone else.
 */
export const serveFile = (
  app: FastifyInstance,
  tools: FileTools,
  route: RecordedFile,
  answer: (asked: Asked) => Promise<FastifyReply>,
): void => {
  const { needs, trail, ...rule } = fileRoutes[route]
  const takesPeople = 'takesPeople' in rule && rule.takesPeople
  const [method, url] = route.split(' ') as ['GET' | 'POST', string]
  app.route({
    method,
    url,
    handler: async (request: FileRequest, reply) => {
      const actor = await tools.actorOf(request.headers.cookie)
      const refusal = refusalFor(actor, needs)
      if (refusal !== null) {
        noteRefusal(refusal, { name: trail, actor, address: request.ip })
        return reply.code(403).type('text/plain; charset=utf-8').send(refusals[refusal])
      }
      if (takesPeople && !(actor.signedInAt && isRecent(actor.signedInAt, new Date())))
        return reply.code(403).type('text/plain; charset=utf-8').send(notRecent)
      const at = tools.clock()
      return answer({
        request,
        reply,
        actor,
        at,
        as: name => actorFor(actor, name),
        async withNotes(make) {
          const opening = openingWith(tools.database.secrets.notes)
          const made = await make(opening)
          const about = opening.told()
          if (about) await logReading(tools.database, { at, reader: actor, action: trail, address: request.ip, about })
          return made
        },
        record: async (db, { asked, about = [], rows }) => {
          await db.insert(auditEntries).values({
            at,
            accountId: actor.accountId,
            personId: actor.personId,
            actor: actor.email,
            action: trail,
            input: { ...asked, ...(rows !== undefined && { rows }) },
            outcome: 'done',
            address: request.ip,
            about: [...about],
          })
        },
      })
    },
  })
}
