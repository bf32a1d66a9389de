import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type CallError, tooBusy } from './errors.ts'

type ThreadOptions = {
  /** The module that works in it. */
  module: URL
  /** How much memory it may use before it ends with an error. */
  mb: number
  /** What is said then; without it, the error of the thread. */
  tooLarge?: () => CallError
  /** Within this time it does one thing, or is given up: who asked is told that Lantern is too busy. */
  mostMs: number
  /** How long it is kept without work, since more of it is likely. */
  keptMs: number
}

/** A thread while it does one thing: what it is given, and what it tells, one after the other. */
export type Talk<Given, Told> = {
  give(given: Given): void
  told(): Promise<Told>
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Under `--watch` Node tells, among a thread's own messages, which modules it reads. */
const isFromNode = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && ('watch:import' in message || 'watch:require' in message)

/** A thread that does one thing after the other, and ends when it has had nothing to do for a while or a thing failed. */
export const openThread = <Given, Told>({ module, mb, tooLarge, mostMs, keptMs }: ThreadOptions) => {
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
  const talk = async <T>(work: (thread: Talk<Given, Told>) => Promise<T>): Promise<T> => {
    const worker = begun()
    const limit = AbortSignal.timeout(mostMs)
    const messages = on(worker, 'message', { signal: limit, close: ['exit'] })
    try {
      return await work({
        give: given => worker.postMessage(given),
        async told() {
          for (;;) {
            const { done, value } = (await messages.next()) as IteratorResult<[Told], undefined>
            if (done) throw new Error(`the thread of ${module.pathname.split('/').at(-1)} has ended`)
            if (!isFromNode(value[0])) return value[0]
          }
        },
      })
    } catch (error) {
      if (tooLarge && isOutOfMemory(error)) throw tooLarge()
      throw limit.aborted ? tooBusy() : error
    } finally {
      await messages.return?.()
    }
  }
  return {
    /** Does that with the thread once it has nothing else to do. */
    run<T>(work: (thread: Talk<Given, Told>) => Promise<T>): Promise<T> {
      const working = last.then(() => talk(work))
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
