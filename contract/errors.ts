/** Code ↔ status ↔ HTTP of a callable's answer (specification section 8; wire A4). */
export const statuses = {
  ok: { status: 'OK', http: 200 },
  cancelled: { status: 'CANCELLED', http: 499 },
  unknown: { status: 'UNKNOWN', http: 500 },
  'invalid-argument': { status: 'INVALID_ARGUMENT', http: 400 },
  'deadline-exceeded': { status: 'DEADLINE_EXCEEDED', http: 504 },
  'not-found': { status: 'NOT_FOUND', http: 404 },
  'already-exists': { status: 'ALREADY_EXISTS', http: 409 },
  'permission-denied': { status: 'PERMISSION_DENIED', http: 403 },
  unauthenticated: { status: 'UNAUTHENTICATED', http: 401 },
  'resource-exhausted': { status: 'RESOURCE_EXHAUSTED', http: 429 },
  'failed-precondition': { status: 'FAILED_PRECONDITION', http: 400 },
  aborted: { status: 'ABORTED', http: 409 },
  'out-of-range': { status: 'OUT_OF_RANGE', http: 400 },
  unimplemented: { status: 'UNIMPLEMENTED', http: 501 },
  internal: { status: 'INTERNAL', http: 500 },
  unavailable: { status: 'UNAVAILABLE', http: 503 },
  'data-loss': { status: 'DATA_LOSS', http: 500 },
} as const

export type Code = keyof typeof statuses

/** The code that a client derives from an HTTP status alone (specification, section 8). 0 is a failed network. */
export const codeOfHttp = (http: number): Code => {
  if (http >= 200 && http < 300) return 'ok'
  const codes: Record<number, Code> = {
    0: 'internal',
    400: 'invalid-argument',
    401: 'unauthenticated',
    403: 'permission-denied',
    404: 'not-found',
    409: 'aborted',
    429: 'resource-exhausted',
    499: 'cancelled',
    500: 'internal',
    501: 'unimplemented',
    503: 'unavailable',
    504: 'deadline-exceeded',
  }
  return codes[http] ?? 'unknown'
}

/**
 * Every reason that a function may give in `details.reason`. Screens put them into the person's words
 * (`messages/*` key `reason`); nobody matches on an error's message.
 */
export const reasons = [
  'INVALID_INPUT',
  'OPERATION_ID_MISSING',
  'OPERATION_ID_REUSED',
  'SIGN_IN_NEEDED',
  'EMAIL_NOT_VERIFIED',
  'ROLE_NEEDED',
  'AREA_NEEDED',
  'STALE_CLAIMS',
  'NOT_FOUND',
  'ALREADY_SET_UP',
  'SET_UP_CODE_WRONG',
  'TERM_CLOSED',
  'TERM_DATES',
  'MOVE_NOT_ALLOWED',
  'CLASS_FULL',
  'CLASS_CLOSED',
  'AGE_RULE',
  'ALREADY_ENROLLED',
  'ALREADY_SUBMITTED',
  'PRICE_CHANGED',
  'NOTHING_CHOSEN',
  'HOUSEHOLD_INCOMPLETE',
  'CONSENT_NEEDED',
  'BIRTH_DATE_FUTURE',
  'EMAIL_TAKEN',
  'ALREADY_EXISTS',
  'SESSION_NOT_STARTED',
  'SESSION_CANCELLED',
  'NOT_ON_ROSTER',
  'AMOUNT_TOO_LARGE',
  'ALREADY_REVERSED',
  'PREVIEW_CHANGED',
  'NOTHING_TO_APPLY',
  'UNDO_TOO_LATE',
  'LAST_ADMIN',
  'OWN_ACCOUNT',
  'ACCOUNT_SUSPENDED',
  'NO_EMAIL',
  'NO_DATA_ACCESS',
  'STUDENT_ENROLLED',
  'TEACHER_NEEDED',
  'FAMILY_OWES',
  'FAMILY_ENROLLED',
  'ONLY_GUARDIAN',
  'NO_LESSON',
  'REQUEST_OUTDATED',
  'CHANGED_MEANWHILE',
  'LAST_GUARDIAN',
  'AUDIENCE_CHANGED',
  'PART_IN_USE',
  'SCALE_IN_USE',
  'CATEGORY_IN_USE',
  'WEIGHTS',
  'REASON_NEEDED',
  'ALREADY_RELEASED',
  'ALREADY_AMENDED',
  'NOTHING_TO_RELEASE',
  'BUSY',
] as const
export type Reason = (typeof reasons)[number]

/** What `details` holds in every error that Lantern's own functions declare. */
export type ErrorDetails = { reason: Reason; fields?: { path: string; message: string }[] } & Record<string, unknown>
