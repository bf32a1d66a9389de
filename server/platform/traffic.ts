import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What is being answered just now, so that a stop can wait for it. */
export type Traffic = {
  /** True from the moment at which a stop has begun. */
  isClosing(): boolean
  /** Counts an answer until it has been given or its reader has gone. */
  count(answer: ServerResponse): void
  /** Counts something that stays open, and ends it when a stop begins. Answers how to say that it is over. */
  stays(end: () => void): () => void
  /** How many stay open. */
  staying(): number
  /** Begins a stop: ends what stays open and waits for the answers under way, at most so long. */
  drain(limitMs: number): Promise<void>
}

/** Nothing is answered yet. */
export const openTraffic = (): Traffic => {
  const answers = new Set<ServerResponse>()
  const open = new Set<() => void>()
  let isClosing = false
  let done: (() => void) | undefined
  return {
    isClosing: () => isClosing,
    count(answer) {
      answers.add(answer)
      answer.once('close', () => {
        answers.delete(answer)
        if (answers.size === 0) done?.()
      })
    },
    stays(end) {
      open.add(end)
      // What opens while a stop is under way ends as soon as it is open.
      if (isClosing) queueMicrotask(end)
      return () => void open.delete(end)
    },
    staying: () => open.size,
    async drain(limitMs) {
      isClosing = true
      for (const end of open) end()
      if (answers.size === 0) return
      const empty = new Promise<void>(resolve => (done = resolve))
      const patience = new AbortController()
      await Promise.race([empty, pause(limitMs, undefined, { signal: patience.signal }).catch(() => undefined)])
      patience.abort()
    },
  }
}
