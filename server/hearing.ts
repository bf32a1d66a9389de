import { type Callers, openCallers } from '#server/access/identity/callers.ts'
import { type AnswerMemory, answerMemory } from '#server/platform/answerMemory.ts'
import type { Database } from '#server/platform/db.ts'
import { type Live, startLive } from '#server/platform/live.ts'

/** What a process remembers of the school, and the news from all processes that make it forget. */
export type Hearing = { live: Live; memory: AnswerMemory; callers: Callers }

/** Listens for news, of this process and of all others. */
export const startHearing = async (
  database: Database,
  schema: string,
  callers: Callers = openCallers(),
): Promise<Hearing> => {
  const memory = answerMemory()
  database.onCaller(callers.forget)
  const live = await startLive(database, schema, {
    changed: memory.forget,
    caller: callers.forget,
    listening: callers.listen,
  })
  return { live, memory, callers }
}
