import type { Code, ErrorDetails, Reason } from '#contract/errors.ts'
import { isDuplicate } from './databaseErrors.ts'

/** An error that a function declares: what the caller may know. Anything else is `internal`, logged and shown blank. */
export class CallError extends Error {
  readonly code: Code
  readonly details: unknown
  constructor(code: Code, message: string, details?: unknown) {
    // Nobody asks where it came from, and to find out takes longer than most calls.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.details = details
  }
}

const declare = (code: Code, reason: Reason, message: string, more: Record<string, unknown> = {}): CallError =>
  new CallError(code, message, { reason, ...more } satisfies ErrorDetails)

/** Not there, or not the caller's: one answer for both. */
export const notFound = (what: string): CallError => declare('not-found', 'NOT_FOUND', `${what} was not found.`)
/** The state of things does not allow it. */
export const conflict = (reason: Reason, message: string, more?: Record<string, unknown>): CallError =>
  declare('failed-precondition', reason, message, more)
/** The caller may not. */
export const denied = (reason: Reason, message: string): CallError => declare('permission-denied', reason, message)
/** Nobody, or nobody usable, is signed in. */
export const unauthenticated = (reason: Reason, message: string): CallError =>
  declare('unauthenticated', reason, message)
/** Fields that need another value; `message` is a key of the screens' `field` texts. */
export const invalid = (fields: { path: string; message: string }[], reason: Reason = 'INVALID_INPUT'): CallError =>
  declare('invalid-argument', reason, 'Some fields need another value.', { fields })

/** The time was up; what may be asked for needs that much only where others keep the processors from it. */
export const tooBusy = (): CallError => declare('unavailable', 'BUSY', 'The server is busy. Try again in a moment.')

/** What people read while the database can't be reached. */
export const outOfReachText = 'The school office is out of reach for a moment. Try again soon.'
/** The database can't be reached just now. */
export const outOfReach = (): CallError => declare('unavailable', 'BUSY', outOfReachText)

/** The row that was written, or the sentence at `name` that its name is in use. */
export const unlessTaken = async <T>(row: Promise<T>): Promise<T> => {
  try {
    return await row
  } catch (error) {
    throw isDuplicate(error) ? invalid([{ path: 'name', message: 'taken' }], 'ALREADY_EXISTS') : error
  }
}
