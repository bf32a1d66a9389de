import type { Context } from './functions.ts'
import type { JobTools } from './jobs.ts'

/** The part of a call's context with which jobs and webhooks of other services write. */
export type Writing = Pick<Context<unknown>, 'db' | 'now' | 'settings' | 'enqueue' | 'touch'>
export type WritingTools = Pick<JobTools, 'database' | 'settings' | 'now' | 'enqueue' | 'touch'>

/** Writes in a transaction of its own and tells open screens once it commits. */
export const writeWith = <T>(tools: WritingTools, work: (context: Writing) => Promise<T>): Promise<T> =>
  tools.database.transaction(async (db, client) => {
    const touched: { slices: readonly string[]; people: readonly string[] | undefined }[] = []
    const done = await work({
      db,
      now: tools.now,
      settings: tools.settings,
      enqueue: (job, data, at) => tools.enqueue(client, job, data, at),
      touch: (slices, people) => void touched.push({ slices, people }),
    })
    for (const { slices, people } of touched) await tools.touch(client, slices, people)
    return done
  })
