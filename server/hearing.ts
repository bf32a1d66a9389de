import { type Callers, openCallers } from '#server/access/identity/callers.ts'
import type { Counts } from '#server/platform/allowance.ts'
import { type AnswerMemory, answerMemory } from '#server/platform/answerMemory.ts'
import type { Database } from '#server/platform/db.ts'
import { type Ear, type Live, startLive } from '#server/platform/live.ts'

/** What a process remembers of the school, and the news from all processes that make it forget. */
export type Hearing = { live: Live; memory: AnswerMemory; callers: Callers }

/** How long a process may take to hear what another one has changed, in milliseconds. */
export const hearingMs = 250

/** What a process shares with others of its school, who may be `hearingMs` later than it to hear of a change. */
type Others = { counts: Counts; hearingMs: number }

/**
 * Listens for news, of this process and of all others, if there may be any. By the time that people are told, no process
 * has an answer in its memory that is older than the news. A process with many schools has one `ear` for all.
 */
export const startHearing = async (
  database: Database,
  schema: string,
  callers: Callers = openCallers(),
  others?: Others,
  ear?: Ear,
): Promise<Hearing> => {
  const memory = answerMemory(undefined, others?.hearingMs)
  database.onCaller(callers.forget)
  const hearing = {
    changed: memory.forget,
    caller: callers.forget,
    listening: callers.listen,
    ...(others && { tellAfterMs: others.hearingMs, counts: others.counts }),
  }
  const live = await startLive(database, schema, hearing, ear)
  return { live, memory, callers }
}
