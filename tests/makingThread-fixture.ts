import { threadId } from 'node:worker_threads'
import { inThread } from '#server/platform/makingThread.ts'

/** Says in which thread it was made, of what; fails where it is asked to. */
export const tell = inThread(import.meta.url, 'tell', 2, (list: readonly number[], { fails }: { fails?: string }) => {
  if (fails !== undefined) throw new Error(fails)
  return JSON.stringify({ threadId, list })
})
