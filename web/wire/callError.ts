import type { Code, Reason } from '#contract/errors.ts'

type FieldError = {
  path: string
  message: string
  /** The numbers that would be taken, where it is about one. */
  bounds?: { from: string; to: string } | undefined
}

/** Why a call failed: its code, the reason that a function gave, and what is wrong in which field. */
export class CallError extends Error {
  readonly code: Code
  readonly reason: Reason | null
  readonly fields: readonly FieldError[]
  /** False if the server cannot have answered: the network failed or the time was up. */
  readonly answered: boolean
  /** By this the server's log knows the request. */
  readonly reference: string | null
  /** How long the server asks to wait before the same is asked again. */
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
/** What must be at hand before a person is told of a refusal, such as its words. */
export const beforeRefusal = (prepare: () => Promise<void>): void => void preparations.add(prepare)

/** A refusal whose words are at hand; without them the code alone says it in general words. */
export const worded = async (refusal: CallError): Promise<CallError> => {
  if (refusal.reason !== null || refusal.code === 'internal')
    await Promise.allSettled([...preparations].map(prepare => prepare()))
  return refusal
}
