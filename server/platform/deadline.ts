import { CallError } from './errors.ts'

/** Milliseconds between checks of the deadlines. One timer serves all calls. */
const tickMs = 500
const open = new Set<Deadline>()
let clock: NodeJS.Timeout | undefined

const tick = (): void => {
  const now = performance.now()
  for (const deadline of open) if (deadline.endsAt <= now) deadline.expire()
  if (open.size === 0) {
    clearInterval(clock)
    clock = undefined
  }
}

/** The time limit of a call, and whether its caller is still there. */
export class Deadline {
  readonly endsAt: number
  #isLate = false
  #ended: CallError | undefined
  #hear: ((ended: CallError) => void) | undefined
  #controller: AbortController | undefined

  constructor(limitMs: number) {
    this.endsAt = performance.now() + limitMs
  }

  /** Aborts when the time is up or the caller goes. Created at its first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#ended) this.#controller.abort(this.#ended)
    return this.#controller.signal
  }

  /** Ends the call because its caller has gone. */
  leave(): void {
    this.#end(new CallError('cancelled', 'The caller has disconnected.'))
  }

  /** Ends the call because its time is up. */
  expire(): void {
    this.#isLate = true
    this.#end(new CallError('deadline-exceeded', 'The answer took too long.'))
  }

  /**
   * Throws if the caller has been told that the call took too long. A caller that has gone may still get its result.
   */
  throwIfLate(): void {
    if (this.#isLate) throw this.#ended!
  }

  /** Resolves with the result of the work, or rejects as soon as the call ends early. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((done, failed) => {
      if (this.#ended) {
        failed(this.#ended)
        return
      }
      this.#hear = failed
      open.add(this)
      clock ??= setInterval(tick, tickMs).unref()
      work()
        .then(done, failed)
        .finally(() => open.delete(this))
    })
  }

  #end(why: CallError): void {
    open.delete(this)
    if (this.#ended) return
    this.#ended = why
    this.#hear?.(why)
    this.#controller?.abort(why)
  }
}
