import type { Db } from '#server/platform/db.ts'
import { denied, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Scope } from '#server/platform/scope.ts'
import { lockThread } from './threadQueries.ts'

/** The actor's person. Throws `denied` if the actor has none. */
export const personOf = (actor: Actor): string => {
  if (actor.personId === null) throw denied('ROLE_NEEDED', 'Your role does not allow this.')
  return actor.personId
}

/** A conversation, locked until the transaction ends. Throws `notFound`. */
export const lockedThread = async (db: Db, seen: Scope<'threads'>, id: string) => {
  const thread = await lockThread(db, seen, id)
  if (!thread) throw notFound('The conversation')
  return thread
}
