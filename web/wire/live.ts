import { longPollSeconds } from '#contract/callable.ts'
import { answers } from '#web/wire/call.ts'
import { firstPerson, forgetFirst } from '#web/wire/firstAnswers.ts'
import { answersOf, anything, gathering, slicesWith } from '#web/wire/news.ts'
import { tokenSynced } from '#web/session/session.ts'

const longestWaitMs = 60_000
/** A stream that has not said its first word by then is kept back by something between here and the school. */
const silenceMs = 8000

const hearOne = gathering({
  read: slice => answers.invalidateQueries(answersOf(slice)),
  mark: slice => void answers.invalidateQueries({ ...answersOf(slice), refetchType: 'none' }),
})

/** Reads again what has changed. */
const hear = (slice: string, withinMs?: number): void => {
  forgetFirst()
  for (const each of slicesWith(slice)) hearOne(each, withinMs)
}

// Spread out, so that a restarted server does not meet all its listeners at once.
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

/** Asks again and again for news, each time waiting for it: for networks that let no event stream through. */
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

/** Listens for what has changed and reads it again; answers how to stop. */
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
    // The stream's first word; the browser's own event of that name has no data.
    source.addEventListener('open', event => {
      if (!(event instanceof MessageEvent)) return
      clearTimeout(silence)
      isHeard = true
      // What changed while nobody listened is unknown, so everything may be old that was read without a mark.
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
    // The stream is known by the session cookie, which must be there first. Where the server knew the person with the
    // page, it is.
    if (mark === undefined) await tokenSynced().catch(() => undefined)
    connect()
  }
  void start()
  return () => end.abort()
}
