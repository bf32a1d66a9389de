/**
 * The longest time an answer is cached, in milliseconds. Changes caused by time alone, such as a window opening, may
 * show this much later.
 */
const usuallyKeptMs = 500
/**
 * After a slice's answers are dropped for everyone, the minimum time in milliseconds before a write drops them for
 * everyone again. A change that is announced drops them too, which comes earlier in a rush (platform/live.ts).
 */
const restMs = 400
/** Keys come from outside the server, so the cache has a limit. */
const mostAnswers = 500

/** The school's settings show in answers of every slice. */
const everywhere = ['*', 'config']

/** Caches answers that are the same for many people, for a moment. */
export type AnswerMemory = {
  /**
   * Returns the cached answer, or that of a request for the same key that is still under way, or else the result of
   * `work`. `caller` is the account that asks, if any; it sees its own writes at once.
   */
  ask<T>(slice: string, key: string, work: () => Promise<T>, caller?: string | null): Promise<T>
  /** Something in these slices has changed (`*` means in any slice). From now on, everyone's answers are read again. */
  forget(slices: readonly string[]): void
  /**
   * An account has changed something in these slices. From now on, everyone's answers are read again. In a rush this
   * applies to that account alone, and to all others once the change is announced, so that the list of classes isn't
   * recomputed for each seat.
   */
  forgetFor(caller: string | null, slices: readonly string[]): void
}

/** An empty cache. Failures aren't cached. */
export const answerMemory = (
  clock: () => number = () => performance.now(),
  keptMs: number = usuallyKeptMs,
): AnswerMemory => {
  const kept = new Map<string, { slice: string; until: number; order: number; answer: Promise<unknown> }>()
  /** The number of the latest answer begun when an account wrote, by account and slice, oldest entry first. */
  const written = new Map<string, { until: number; order: number }>()
  const forgottenAt = new Map<string, number>()
  let order = 0
  const isEverywhere = (slices: readonly string[]) => everywhere.some(each => slices.includes(each))
  const memory: AnswerMemory = {
    ask<T>(slice: string, key: string, work: () => Promise<T>, caller: string | null = null) {
      const known = kept.get(key)
      const seen = written.get(`${caller} ${slice}`)?.order ?? 0
      // A key identifies one question, and so one type of answer.
      if (known && known.until > clock() && known.order > seen) return known.answer as Promise<T>
      if (kept.size >= mostAnswers) kept.clear()
      order += 1
      const own = { slice, until: clock() + keptMs, order, answer: work() }
      kept.set(key, own)
      own.answer.catch(() => {
        if (kept.get(key) === own) kept.delete(key)
      })
      return own.answer
    },
    forget(slices) {
      const isAll = isEverywhere(slices)
      for (const [key, { slice }] of kept) if (isAll || slices.includes(slice)) kept.delete(key)
      for (const slice of slices) forgottenAt.set(slice, clock())
    },
    forgetFor(caller, slices) {
      if (caller === null || isEverywhere(slices)) return memory.forget(slices)
      const now = clock()
      // Entries that have expired no longer apply to any cached answer.
      for (const [key, { until }] of written) {
        if (until > now) break
        written.delete(key)
      }
      const isResting = (slice: string) => now - (forgottenAt.get(slice) ?? Number.NEGATIVE_INFINITY) < restMs
      memory.forget(slices.filter(slice => !isResting(slice)))
      for (const slice of slices) {
        written.delete(`${caller} ${slice}`)
        written.set(`${caller} ${slice}`, { until: now + keptMs, order })
      }
    },
  }
  return memory
}
