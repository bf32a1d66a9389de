/** Anything may have changed: nobody listened for a while, here or on the server, or a write had been done before. */
export const anything = '*'

/** What reads otherwise once a slice has changed: the slice, and the dashboard, which counts them all. */
export const slicesWith = (slice: string): readonly string[] =>
  slice === anything ? [anything] : [...new Set([slice, 'dashboard'])]

/** Which of the answers kept here are of a slice. */
export const answersOf = (slice: string): { queryKey?: [string] } => (slice === anything ? {} : { queryKey: [slice] })

/** A screen follows what others do within about a second, the dashboard's sums within five, */
const leastRestMs = (slice: string): number => (slice === 'dashboard' ? 5000 : 1000)
/** spends no more than a fifth of its time on reading again, however slowly the school answers, */
const restsPerRead = 4
/** and is never further behind than this once the school answers at all. */
const mostRestMs = 15_000

const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))

type Reading = {
  /** Reads again what is on the screen of a slice; resolves once the answers are there. */
  read(slice: string): Promise<unknown>
  /** Marks the answers of a slice as old, for whatever shows them next. */
  mark(slice: string): void
}

/**
 * Hears of changes slice by slice, and reads again at once; where the server names a time, since many were told, at a
 * moment of its own within it. What is heard while answers are on their way or rest is gathered, and read once: on the
 * day of registration there are many changes a second, and each dashboard that asked for everything at each of them
 * would take the school's time from the families.
 */
export const gathering = ({ read, mark }: Reading): ((slice: string, withinMs?: number) => void) => {
  const busy = new Map<string, { isMore: boolean; withinMs: number }>()
  const readAgain = async (slice: string, withinMs: number): Promise<void> => {
    const own = { isMore: false, withinMs }
    busy.set(slice, own)
    if (withinMs > 0) await pause(withinMs * Math.random())
    do {
      own.isMore = false
      const begun = performance.now()
      await read(slice)
      const tookMs = performance.now() - begun
      const restMs = Math.min(mostRestMs, Math.max(leastRestMs(slice), own.withinMs, restsPerRead * tookMs))
      // Spread out, so that screens that heard of the same change don't go on asking at the same moment.
      await pause(restMs * (0.75 + Math.random() / 2))
    } while (own.isMore)
    busy.delete(slice)
  }
  return (slice, withinMs = 0) => {
    const found = busy.get(slice)
    if (found || withinMs > 0) mark(slice)
    if (!found) return void readAgain(slice, withinMs)
    found.isMore = true
    found.withinMs = withinMs
  }
}
