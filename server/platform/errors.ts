import type { Code, ErrorDetails, Reason } from '#contract/errors.ts'
import { isDuplicate } from './databaseErrors.ts'

/**
 * An error that a function declares and its caller may see. Any other error becomes `internal`: it is logged and its
 * details are withheld.
 */
export class CallError extends Error {
  readonly code: Code
  readonly details: unknown
  constructor(code: Code, message: string, details?: unknown) {
    // The stack trace of a declared error is never used, and capturing it takes longer than most calls.
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

/** The record does not exist, or is not the caller's: the same answer for both. */
export const notFound = (what: string): CallError => declare('not-found', 'NOT_FOUND', `${what} was not found.`)
/** The current state does not allow the call. */
export const conflict = (reason: Reason, message: string, more?: Record<string, unknown>): CallError =>
  declare('failed-precondition', reason, message, more)
/** The caller lacks permission. */
export const denied = (reason: Reason, message: string): CallError => declare('permission-denied', reason, message)
/** The caller is not signed in, or its sign-in can't be used. */
export const unauthenticated = (reason: Reason, message: string): CallError =>
  declare('unauthenticated', reason, message)
/** Some fields need another value; `message` is a key of the screens' `field` texts. */
export const invalid = (fields: { path: string; message: string }[], reason: Reason = 'INVALID_INPUT'): CallError =>
  declare('invalid-argument', reason, 'Some values aren’t valid.', { fields })

/** The time limit was reached. Permitted requests take that long only when other work occupies the processors. */
export const tooBusy = (): CallError => declare('unavailable', 'BUSY', 'The server is busy. Try again in a moment.')

/** The message shown while the database can't be reached. */
export const outOfReachText = 'The school office can’t be reached at the moment. Try again soon.'
/** The database can't be reached at the moment. */
export const outOfReach = (): CallError => declare('unavailable', 'BUSY', outOfReachText)

/**
 * Resolves with the row that was written. If its name is in use, throws an `ALREADY_EXISTS` error for the field `name`.
 */
export const unlessTaken = async <T>(row: Promise<T>): Promise<T> => {
  try {
    return await row
  } catch (error) {
    throw isDuplicate(error) ? invalid([{ path: 'name', message: 'taken' }], 'ALREADY_EXISTS') : error
  }
}
