import type { FastifyReply } from 'fastify'
import { rolesFor } from '#contract/areas.ts'
import { type Callable } from '#contract/callable.ts'
import { contract, type ReadName } from '#contract/index.ts'
import type { Language } from '#contract/values.ts'
import type { Clock } from './clock.ts'
import type { Database, Db } from './db.ts'
import type { Actor } from './functions.ts'
import { auditEntries } from './tables.ts'

export type FileTools = { database: Database; clock: Clock; actorOf(cookies: string | undefined): Promise<Actor> }

/** Who asks for a file with the roles that are left for what it shows; null when it is not for them. */
export const readerOf = async (
  tools: FileTools,
  name: ReadName,
  cookies: string | undefined,
): Promise<Actor | null> => {
  const { by, kind }: Callable = contract[name]
  const found = await tools.actorOf(cookies)
  const roles = rolesFor(found, name, kind)
  return roles.some(role => by.includes(role)) ? { ...found, roles } : null
}

/** The language asked for, or else the reader's own. */
export const languageOf = (asked: string | undefined, actor: Actor): Language =>
  asked === 'en' || asked === 'zh' ? asked : actor.language

export const closed = (reply: FastifyReply) =>
  reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .send('This list is not open for you. Sign in and export it from its page.')
export const unclear = (reply: FastifyReply) =>
  reply.code(400).type('text/plain; charset=utf-8').send('These filters were not understood.')

/** Writes down who takes which list away, how it was asked for and how many rows it has, where it is one list. */
export const recordExport = async (
  db: Db,
  { actor, address, ...of }: { actor: Actor; address: string; action: string; asked: object; rows?: number; at: Date },
): Promise<void> => {
  await db.insert(auditEntries).values({
    at: of.at,
    accountId: actor.accountId,
    personId: actor.personId,
    actor: actor.email,
    action: of.action,
    input: { ...of.asked, ...(of.rows !== undefined && { rows: of.rows }) },
    outcome: 'done',
    address,
  })
}
