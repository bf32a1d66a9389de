import { Worker } from 'node:worker_threads'

type ThreadOptions = {
  /** The module that works in it. */
  module: URL
  /** How much memory it may use before it ends with an error. */
  mb: number
  /** How long it is kept without work, since more of it is likely. */
  keptMs: number
}

/** A thread that does one thing after the other, and ends when it has had nothing to do for a while or a thing failed. */
export const openThread = ({ module, mb, keptMs }: ThreadOptions) => {
  let kept: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const begun = (): Worker => {
    clearTimeout(rest)
    if (!kept) {
      const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: mb } })
      // Who waits hears of it; an error that nobody waits for ends nothing else.
      worker.on('error', () => undefined)
      worker.on('exit', () => {
        if (kept === worker) kept = undefined
      })
      kept = worker
    }
    kept.ref()
    return kept
  }
  const end = (): void => {
    void kept?.terminate()
    kept = undefined
  }
  return {
    /** Does that with the thread once it has nothing else to do. */
    run<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
      const working = last.then(() => work(begun()))
      last = working.then(
        () => {
          kept?.unref()
          rest = setTimeout(end, keptMs).unref()
        },
        () => end(),
      )
      return working
    },
  }
}
