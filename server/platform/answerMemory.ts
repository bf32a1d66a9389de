/** How long an answer counts at most, in milliseconds: what passes with time alone, such as an opening hour, is as late. */
const usuallyKeptMs = 500
/** What is asked for comes from outside, so it must not fill the memory. */
const mostAnswers = 500

/** What the school has set shows in answers of every slice. */
const everywhere = ['*', 'config']

/** Keeps answers that many people get alike, for a moment. */
export type AnswerMemory = {
  /** The answer of a moment ago, or of somebody who asks for the same just now; else that of `work`. */
  ask<T>(slice: string, key: string, work: () => Promise<T>): Promise<T>
  /** Something has changed in these slices, in `*` anywhere: from now on, everyone gets answers of them read anew. */
  forget(slices: readonly string[]): void
}

/** An empty memory. Failures aren't kept. */
export const answerMemory = (
  clock: () => number = () => performance.now(),
  keptMs: number = usuallyKeptMs,
): AnswerMemory => {
  const kept = new Map<string, { slice: string; until: number; answer: Promise<unknown> }>()
  return {
    ask<T>(slice: string, key: string, work: () => Promise<T>) {
      const known = kept.get(key)
      // A key stands for one question, and so for one kind of answer.
      if (known && known.until > clock()) return known.answer as Promise<T>
      if (kept.size >= mostAnswers) kept.clear()
      const own = { slice, until: clock() + keptMs, answer: work() }
      kept.set(key, own)
      own.answer.catch(() => {
        if (kept.get(key) === own) kept.delete(key)
      })
      return own.answer
    },
    forget(slices) {
      const isAll = everywhere.some(each => slices.includes(each))
      for (const [key, { slice }] of kept) if (isAll || slices.includes(slice)) kept.delete(key)
    },
  }
}
