/** Anything may have changed: no one listened for a while, here or on the server, or a write had been done before. */
export const anything = '*'

/**
 * The slices to refetch when a slice has changed: the slice itself, what can be paid by card if it is payments, and the
 * dashboard, which counts them all.
 */
export const slicesWith = (slice: string): readonly string[] =>
  slice === anything ? [anything] : [...new Set([slice, slice === 'payments' ? 'cards' : slice, 'dashboard'])]

/** Returns the query filter for the answers of a slice. */
export const answersOf = (slice: string): { queryKey?: [string] } => (slice === anything ? {} : { queryKey: [slice] })

/**
 * The shortest rest between two reads, in milliseconds: a screen follows changes within about a second, the dashboard's
 * sums within five.
 */
const leastRestMs = (slice: string): number => (slice === 'dashboard' ? 5000 : 1000)
/**
 * The rest after a read as a multiple of the time it took, so that about a fifth of the time at most goes into reading,
 * however slow the school is.
 */
const restsPerRead = 4
/** The longest rest between two reads, in milliseconds, before jitter. It limits how far a screen falls behind. */
const mostRestMs = 15_000

const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))

type Reading = {
  /** Refetches what the screen shows of a slice. Resolves once the answers are there. */
  read(slice: string): Promise<unknown>
  /** Marks the answers of a slice as old, so that the next component that shows them refetches. */
  mark(slice: string): void
}

/**
 * Returns a function that takes change notices, slice by slice, and refetches at once. If the server gives a time
 * because it has notified many clients, the read starts at a random moment within it. Notices that arrive while a read
 * is in flight or resting are merged into one read: on registration day there are many changes a second, and dashboards
 * that refetched after each would take the school's time from the families.
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
      // Jitter, so that screens that heard of the same change don't keep asking at the same moment.
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
