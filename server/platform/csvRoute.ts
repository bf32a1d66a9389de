import type { FastifyInstance } from 'fastify'
import { rolesFor } from '#contract/areas.ts'
import { type Callable } from '#contract/callable.ts'
import { contract, type Parsed, type ReadName } from '#contract/index.ts'
import type { Language } from '#contract/values.ts'
import { csvOf } from './csv.ts'
import type { Database, Db } from './db.ts'
import type { Actor } from './functions.ts'
import { auditEntries } from './tables.ts'

export type FileTools = { database: Database; actorOf(cookies: string | undefined): Promise<Actor> }

/** More rows than any school has; a file is made in one piece. */
export const exportedAtMost = 100_000

type Table = { header: readonly string[]; rows: readonly (readonly (string | number | null)[])[] }

/**
 * Serves a list as CSV at `/files/{file}.csv` to whoever may read it at the door: the same function, the same filters
 * (in the query string), the same order, all its rows, in the language asked for (`?lang=zh`) or else the reader's own.
 * Who took a list away is in the audit trail.
 */
export const csvRoute = <N extends ReadName>(
  app: FastifyInstance,
  tools: FileTools,
  list: {
    file: string
    name: N
    table(db: Db, actor: Actor, input: Parsed<N>, language: Language): Promise<Table>
  },
): void => {
  const { by, kind, input: schema }: Callable = contract[list.name]
  app.get<{ Querystring: Record<string, string> }>(`/files/${list.file}.csv`, async (request, reply) => {
    const { lang, ...query } = request.query
    const found = await tools.actorOf(request.headers.cookie)
    const actor: Actor = { ...found, roles: rolesFor(found, list.name, kind) }
    if (!actor.roles.some(role => by.includes(role)))
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('This list is not open for you. Sign in and export it from its page.')
    const input = schema.safeParse({ ...query, ...(query['down'] !== undefined && { down: query['down'] === 'true' }) })
    if (!input.success)
      return reply.code(400).type('text/plain; charset=utf-8').send('These filters were not understood.')
    const language = lang === 'en' || lang === 'zh' ? lang : actor.language
    const { header, rows } = await tools.database.transaction(async db => {
      await db.insert(auditEntries).values({
        at: new Date(),
        accountId: actor.accountId,
        personId: actor.personId,
        actor: actor.email,
        action: `${list.file}-export`,
        input: query,
        outcome: 'done',
        address: request.ip,
      })
      return list.table(db, actor, input.data as Parsed<N>, language)
    })
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${list.file}.csv"`)
      .send(csvOf(header, rows))
  })
}
