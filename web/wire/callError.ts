import type { Code, Reason } from '#contract/errors.ts'

type FieldError = {
  path: string
  message: string
  /** The allowed range, for a field that is a number. */
  bounds?: { from: string; to: string } | undefined
}

/** Why a call failed: the error code, the reason that the function gave, and the fields that are wrong. */
export class CallError extends Error {
  readonly code: Code
  readonly reason: Reason | null
  readonly fields: readonly FieldError[]
  /** False if the server can't have answered: the network failed or the request timed out. */
  readonly answered: boolean
  /** The id of the request in the server's log. */
  readonly reference: string | null
  /** The number of seconds that the server asks the caller to wait before a retry. */
  readonly seconds: number

  constructor(code: Code, message: string, details: unknown, answered: boolean, reference: string | null = null) {
    super(message)
    this.name = 'CallError'
    const given = (typeof details === 'object' && details !== null ? details : {}) as {
      reason?: Reason
      fields?: FieldError[]
      seconds?: number
    }
    this.code = code
    this.reason = given.reason ?? null
    this.fields = given.fields ?? []
    this.seconds = given.seconds ?? 0
    this.answered = answered
    this.reference = reference
  }
}

const preparations = new Set<() => Promise<void>>()
/** Registers work to finish before a refusal is shown, such as loading its texts. */
export const beforeRefusal = (prepare: () => Promise<void>): void => void preparations.add(prepare)

/** Returns the refusal once its texts are loaded. If loading fails, the message for its code is used. */
export const worded = async (refusal: CallError): Promise<CallError> => {
  if (refusal.reason !== null || refusal.code === 'internal')
    await Promise.allSettled([...preparations].map(prepare => prepare()))
  return refusal
}
