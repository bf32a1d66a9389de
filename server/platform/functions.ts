import type { FunctionName, Output, Parsed } from '#contract/index.ts'
import type { Actor } from './actor.ts'
import type { Client, Db } from './db.ts'
import type { Job, JobSettings } from './jobs.ts'

export type Context<I> = {
  readonly db: Db
  /** The client behind `db` in a write; null in reads. */
  readonly client: Client | null
  readonly actor: Actor
  readonly input: I
  /** The school's clock at the beginning of the call. */
  readonly now: Date
  /** The caller's network address. */
  readonly address: string
  /** The messaging token that the caller sent (wire A2); passed on, never verified. */
  readonly messagingToken: string | null
  /** True if the caller asked for a streamed answer (wire A8). */
  readonly isStream: boolean
  /** Aborts when the caller has gone or the time is up. */
  readonly signal: AbortSignal
  readonly settings: JobSettings
  /** Runs a job once this transaction has committed, or from the instant `at` on. */
  enqueue<T extends object>(job: Job<T>, data: T, at?: Date): Promise<void>
  /**
   * Tells open screens to read these slices again: those of `people` and of administrators (of administrators alone for
   * `[]`), or without `people` those of everyone who may read them.
   */
  touch(slices: readonly string[], people?: readonly string[]): void
  /**
   * Writes the progress of a long task at once, outside of this transaction, and tells the office's open screens about
   * it. It never waits for a place among the transactions, so it can't keep one from ending.
   */
  meanwhile(write: (db: Db) => Promise<void>, slices: readonly string[]): Promise<void>
  /**
   * Reports that the answer holds notes about these students that the handler opened itself, so that the door logs it.
   * Notes that are still sealed in the answer need no report.
   */
  tell(studentIds: readonly string[]): void
  /** Sends a chunk of a streamed answer. Returns false and sends nothing if the caller did not ask for a stream. */
  send(chunk: unknown): boolean
}

/** A handler for each function that a slice declares; the compiler requires all of them. */
export type Functions<C> = {
  readonly [N in keyof C & FunctionName]: (context: Context<Parsed<N>>) => Promise<Output<N>>
}
