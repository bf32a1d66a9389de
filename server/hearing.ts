import { type Callers, openCallers } from '#server/access/identity/callers.ts'
import type { Counts } from '#server/platform/allowance.ts'
import { type AnswerMemory, answerMemory } from '#server/platform/answerMemory.ts'
import type { Database } from '#server/platform/db.ts'
import { type Ear, type Live, startLive } from '#server/platform/live.ts'

/** The caches that a process keeps of the school, and the news from all processes that invalidates them. */
export type Hearing = { live: Live; memory: AnswerMemory; callers: Callers }

/** The maximum time in milliseconds until a process hears of a change made by another one. */
export const hearingMs = 250

/**
 * What a process shares with the school's other processes, which may hear of a change `hearingMs` milliseconds later.
 */
type Others = { counts: Counts; hearingMs: number }

/**
 * Listens for news of this process and, if there may be any, of others. By the time that people are told, no process
 * has a cached answer that is older than the news. A process with many schools has one `ear` for all of them.
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
