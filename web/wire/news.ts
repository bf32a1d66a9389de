/** What reads otherwise once a slice has changed: the slice, and the dashboard, which counts them all. */
export const slicesWith = (slice: string): readonly string[] => [...new Set([slice, 'dashboard'])]

/** A screen follows what others do within about a second, */
const leastRestMs = 1000
/** spends no more than a fifth of its time on reading again, however slowly the school answers, */
const restsPerRead = 4
/** and is never further behind than this once the school answers at all. */
const mostRestMs = 15_000

type Reading = {
  /** Reads again what is on the screen of a slice; resolves once the answers are there. */
  read(slice: string): Promise<unknown>
  /** Marks the answers of a slice as old, for whatever shows them next. */
  mark(slice: string): void
}

/**
 * Hears of changes slice by slice, and reads again at once. What is heard while answers are on their way or rest is
 * gathered, and read once: on the day of registration there are many changes a second, and each dashboard that asked for
 * everything at each of them would take the school's time from the families.
 */
export const gathering = ({ read, mark }: Reading): ((slice: string) => void) => {
  const busy = new Map<string, { isMore: boolean }>()
  const readAgain = async (slice: string): Promise<void> => {
    const own = { isMore: false }
    busy.set(slice, own)
    do {
      own.isMore = false
      const begun = performance.now()
      await read(slice)
      const tookMs = performance.now() - begun
      const restMs = Math.min(mostRestMs, Math.max(leastRestMs, restsPerRead * tookMs))
      // Spread out, so that screens that heard of the same change don't go on asking at the same moment.
      await new Promise(done => setTimeout(done, restMs * (0.75 + Math.random() / 2)))
    } while (own.isMore)
    busy.delete(slice)
  }
  return slice => {
    const found = busy.get(slice)
    if (!found) return void readAgain(slice)
    found.isMore = true
    mark(slice)
  }
}
