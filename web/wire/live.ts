import { longPollSeconds } from '#contract/callable.ts'
import { answers } from '#web/wire/call.ts'
import { firstPerson, forgetFirst } from '#web/wire/firstAnswers.ts'
import { answersOf, anything, gathering, slicesWith } from '#web/wire/news.ts'
import { tokenSynced } from '#web/session/session.ts'

const longestWaitMs = 60_000
/** If a stream hasn't sent its first event within this many milliseconds, something on the way is holding it back. */
const silenceMs = 8000

const hearOne = gathering({
  read: slice => answers.invalidateQueries(answersOf(slice)),
  mark: slice => void answers.invalidateQueries({ ...answersOf(slice), refetchType: 'none' }),
})

/** Refetches the answers of a slice that has changed. */
const hear = (slice: string, withinMs?: number): void => {
  forgetFirst()
  for (const each of slicesWith(slice)) hearOne(each, withinMs)
}

// The pause in milliseconds, with jitter so that not all clients reconnect to a restarted server at once.
const pauseAfter = (failures: number): number =>
  Math.min(longestWaitMs, 1000 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2)
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/** Long-polls for changes, on networks that don't let an event stream through. */
const poll = async (signal: AbortSignal): Promise<void> => {
  let mark = ''
  let failures = 0
  while (!signal.aborted) {
    try {
      const response = await fetch(`/live?wait=${longPollSeconds.most}&mark=${encodeURIComponent(mark)}`, { signal })
      if (!response.ok) throw new Error(`${response.status}`)
      const news = (await response.json()) as { slices: string[]; mark: string }
      mark = news.mark
      failures = 0
      for (const slice of news.slices) hear(slice)
    } catch {
      failures += 1
      await pause(pauseAfter(failures), signal)
    }
  }
}

const markOfFirsts = firstPerson.then(person => person?.mark)
let isFirst = true

/** Listens for changes and refetches what has changed. Returns a function that stops it. */
export const listen = (): (() => void) => {
  const end = new AbortController()
  const known = isFirst ? markOfFirsts : undefined
  isFirst = false
  let mark: string | undefined
  let failures = 0
  const connect = (): void => {
    if (end.signal.aborted) return
    const source = new EventSource(mark === undefined ? '/live' : `/live?mark=${encodeURIComponent(mark)}`)
    let isHeard = false
    const silence = setTimeout(() => {
      source.close()
      void poll(end.signal)
    }, silenceMs)
    const close = () => {
      clearTimeout(silence)
      source.close()
    }
    end.signal.addEventListener('abort', close)
    // The stream's own first event; the browser's built-in event of that name has no data.
    source.addEventListener('open', event => {
      if (!(event instanceof MessageEvent)) return
      clearTimeout(silence)
      isHeard = true
      // Changes made while no stream was open are unknown, so everything read without a mark may be old.
      if (mark === undefined) hear(anything)
      mark = undefined
      failures = 0
    })
    source.onmessage = event => {
      const told = JSON.parse(String(event.data)) as { slice?: string; withinMs?: number }
      if (told.slice) hear(told.slice, told.withinMs)
    }
    source.onerror = () => {
      close()
      end.signal.removeEventListener('abort', close)
      failures += isHeard ? 1 : 2
      void pause(pauseAfter(failures), end.signal).then(connect)
    }
  }
  const start = async (): Promise<void> => {
    mark = await known
    // The server knows the stream by the session cookie, which must be set first. If the server named the person with
    // the page, it is.
    if (mark === undefined) await tokenSynced().catch(() => undefined)
    connect()
  }
  void start()
  return () => end.abort()
}
