import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type CallError, tooBusy } from './errors.ts'

type ThreadOptions = {
  /** The module that runs in the thread. */
  module: URL
  /** The memory limit in megabytes, beyond which the thread ends with an error. */
  mb: number
  /** The error to throw if the memory runs out; by default the thread's own. */
  tooLarge?: () => CallError
  /**
   * The time limit in milliseconds for one task. After it the task is given up and its caller gets the error `BUSY`.
   */
  mostMs: number
  /** Milliseconds for which an idle thread is kept, since more work is likely. */
  keptMs: number
}

/**
 * A conversation with the thread about one task: `give` sends a message, `told` resolves with the next one received.
 */
export type Talk<Given, Told> = {
  give(given: Given): void
  told(): Promise<Told>
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Under `--watch`, Node mixes messages about the modules it reads into a thread's own. */
const isFromNode = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && ('watch:import' in message || 'watch:require' in message)

/**
 * Opens a thread that does one task after the other. It ends when it has been idle for a while or when a task has
 * failed.
 */
export const openThread = <Given, Told>({ module, mb, tooLarge, mostMs, keptMs }: ThreadOptions) => {
  let kept: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const begun = (): Worker => {
    clearTimeout(rest)
    if (!kept) {
      const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: mb } })
      // A waiting caller gets the error another way. Without a listener, it would end the process.
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
    /** Runs `work` with the thread once its earlier tasks are done. */
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
