/** How long an answer counts at most, in milliseconds: what passes with time alone, such as an opening hour, is as late. */
const usuallyKeptMs = 500
/**
 * What has been forgotten for everybody is forgotten again after so long, in milliseconds, or when a change is told,
 * which comes earlier in a rush (platform/live.ts).
 */
const restMs = 400
/** What is asked for comes from outside, so it must not fill the memory. */
const mostAnswers = 500

/** What the school has set shows in answers of every slice. */
const everywhere = ['*', 'config']

/** Keeps answers that many people get alike, for a moment. */
export type AnswerMemory = {
  /**
   * The answer of a moment ago, or of somebody who asks for the same just now; else that of `work`. `caller` is the
   * account that asks, if any: it sees at once what it has written.
   */
  ask<T>(slice: string, key: string, work: () => Promise<T>, caller?: string | null): Promise<T>
  /** Something has changed in these slices, in `*` anywhere: from now on, everyone gets answers of them read anew. */
  forget(slices: readonly string[]): void
  /**
   * An account has changed something in these slices. Everybody gets them read anew from now on; in a rush only that
   * account does, and all others when the change is told, so that the list of classes isn't made anew for each seat.
   */
  forgetFor(caller: string | null, slices: readonly string[]): void
}

/** An empty memory. Failures aren't kept. */
export const answerMemory = (
  clock: () => number = () => performance.now(),
  keptMs: number = usuallyKeptMs,
): AnswerMemory => {
  const kept = new Map<string, { slice: string; until: number; order: number; answer: Promise<unknown> }>()
  /** Which was the last answer begun when an account wrote, by account and slice: the oldest first. */
  const written = new Map<string, { until: number; order: number }>()
  const forgottenAt = new Map<string, number>()
  let order = 0
  const isEverywhere = (slices: readonly string[]) => everywhere.some(each => slices.includes(each))
  const memory: AnswerMemory = {
    ask<T>(slice: string, key: string, work: () => Promise<T>, caller: string | null = null) {
      const known = kept.get(key)
      const seen = written.get(`${caller} ${slice}`)?.order ?? 0
      // A key stands for one question, and so for one kind of answer.
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
      // By then no answer is left that it counts for.
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
