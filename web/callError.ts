import type { Code, Reason } from '#contract/errors.ts'

export type FieldError = { path: string; message: string }

/** Why a call failed: its code, the reason that a function gave, and what is wrong in which field. */
export class CallError extends Error {
  readonly code: Code
  readonly reason: Reason | null
  readonly fields: readonly FieldError[]
  /** False if the server cannot have answered: the network failed or the time was up. */
  readonly answered: boolean

  constructor(code: Code, message: string, details: unknown, answered: boolean) {
    super(message)
    this.name = 'CallError'
    const given = (typeof details === 'object' && details !== null ? details : {}) as {
      reason?: Reason
      fields?: FieldError[]
    }
    this.code = code
    this.reason = given.reason ?? null
    this.fields = given.fields ?? []
    this.answered = answered
  }
}
