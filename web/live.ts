import { answers, touchSlice } from '#web/call.ts'
import { tokenSynced } from '#web/tokenSync.ts'

const longestWaitMs = 60_000

/** Listens for what has changed and reads it again; answers how to stop. */
export const listen = (): (() => void) => {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  const connect = (): void => {
    source = new EventSource('/live')
    source.onopen = () => {
      // What changed while nobody listened is unknown, so everything may be old.
      if (failures > 0) void answers.invalidateQueries()
      failures = 0
    }
    source.onmessage = event => {
      const told = JSON.parse(String(event.data)) as { slice?: string }
      // The server tells '*' when it could not listen itself for a while.
      if (told.slice === '*') void answers.invalidateQueries()
      else if (told.slice) void touchSlice(told.slice)
    }
    source.onerror = () => {
      source?.close()
      if (stopped) return
      failures += 1
      // Spread out, so that a restarted server does not meet all its listeners at once.
      const wait = Math.min(longestWaitMs, 1000 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2)
      timer = setTimeout(connect, wait)
    }
  }
  // The stream is known by the session cookie, which must be there first.
  void tokenSynced().then(() => {
    if (!stopped) connect()
  })
  return () => {
    stopped = true
    clearTimeout(timer)
    source?.close()
  }
}
