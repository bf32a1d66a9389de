import { CallError } from './errors.ts'

/** How exactly time is kept, in milliseconds: one clock looks after all calls. */
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

/** How long a call may take, and whether its caller is still there. */
export class Deadline {
  readonly endsAt: number
  #isLate = false
  #ended: CallError | undefined
  #hear: ((ended: CallError) => void) | undefined
  #controller: AbortController | undefined

  constructor(limitMs: number) {
    this.endsAt = performance.now() + limitMs
  }

  /** Ends with the call's time, or when its caller goes. It is made when it is first asked for. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#ended) this.#controller.abort(this.#ended)
    return this.#controller.signal
  }

  /** The caller has gone. */
  leave(): void {
    this.#end(new CallError('cancelled', 'The caller has gone.'))
  }

  /** The time is up. */
  expire(): void {
    this.#isLate = true
    this.#end(new CallError('deadline-exceeded', 'The answer took too long.'))
  }

  /** Throws when the caller has been told that it took too long. Who has gone may still have what they asked for. */
  throwIfLate(): void {
    if (this.#isLate) throw this.#ended!
  }

  /** What the work comes to, or why nobody waits for it any longer. */
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
