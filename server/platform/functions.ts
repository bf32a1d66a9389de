import type { Area } from '#contract/areas.ts'
import type { Role } from '#contract/callable.ts'
import type { FunctionName, Output, Parsed } from '#contract/index.ts'
import type { Client, Db } from './db.ts'
import type { Job, JobSettings } from './jobs.ts'

/** Who calls. A guest has neither account nor roles; somebody unverified has an account and no roles. */
export type Actor = {
  readonly accountId: string | null
  readonly personId: string | null
  readonly signInId: string | null
  /** When they last proved who they are, by the world's clock. */
  readonly signedInAt: Date | null
  readonly email: string
  readonly name: string
  readonly language: 'en' | 'zh'
  readonly isVerified: boolean
  readonly roles: readonly Role[]
  /** How far they reach as an administrator; null for everybody else. */
  readonly area: Area | null
  /** When their work for the school stops for want of a second factor, which is past once it has stopped. */
  readonly secondFactorBy?: Date | null
  /** The account that views as this person. It may only read. */
  readonly viewedBy?: string | null
}
export const guest: Actor = {
  accountId: null,
  personId: null,
  signInId: null,
  signedInAt: null,
  email: '',
  name: '',
  language: 'en',
  isVerified: false,
  roles: [],
  area: null,
}

export type Context<I> = {
  readonly db: Db
  /** The client behind `db` in a write; reads have none. */
  readonly client: Client | null
  readonly actor: Actor
  readonly input: I
  /** The school's clock at the beginning of the call. */
  readonly now: Date
  /** The caller's network address. */
  readonly address: string
  /** What the caller sent as its messaging token (wire A2); handed over, never verified. */
  readonly messagingToken: string | null
  /** Whether the caller asked for a streamed answer (wire A8). */
  readonly isStream: boolean
  /** Ends when the caller has gone or the time is up. */
  readonly signal: AbortSignal
  readonly settings: JobSettings
  /** Does a job once this transaction has committed, or from the instant `at` on. */
  enqueue<T extends object>(job: Job<T>, data: T, at?: Date): Promise<void>
  /**
   * Tells open screens to read these slices again: those of `people` (and of administrators; of them alone for `[]`),
   * or of all who may.
   */
  touch(slices: readonly string[], people?: readonly string[]): void
  /**
   * Writes at once and outside of this transaction how far a long work has come, and tells the office's open screens of
   * it. It never waits for a place among the transactions, so it can't keep one from ending.
   */
  meanwhile(write: (db: Db) => Promise<void>, slices: readonly string[]): Promise<void>
  /**
   * Says that the answer holds notes about these students that the handler has opened itself, so that the door logs it.
   * What is still sealed in an answer needs no word.
   */
  tell(studentIds: readonly string[]): void
  /** Sends a chunk of a streamed answer; false, and nothing, when the caller did not ask for a stream. */
  send(chunk: unknown): boolean
}

/** A handler for each function that a slice declares; the compiler misses none. */
export type Functions<C> = {
  readonly [N in keyof C & FunctionName]: (context: Context<Parsed<N>>) => Promise<Output<N>>
}
