/** The codes of a callable's answer (specification, section 8); on the wire in capitals, with `_` for `-`. */
export const codes = [
  'ok',
  'cancelled',
  'unknown',
  'invalid-argument',
  'deadline-exceeded',
  'not-found',
  'already-exists',
  'permission-denied',
  'unauthenticated',
  'resource-exhausted',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'unimplemented',
  'internal',
  'unavailable',
  'data-loss',
] as const
export type Code = (typeof codes)[number]

/** The header with the code by which a request is found in the server's log. */
export const referenceHeader = 'x-reference'

/** The header of a write's answer with the slices that it has changed, apart by spaces; `*` for whatever there is. */
export const changedHeader = 'x-changed'

/** A code as it is in an answer. */
export const statusOf = (code: Code): string => code.toUpperCase().replaceAll('-', '_')

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

/** What an answer says: the data, or why there is none. */
type ReadAnswer = { data: unknown } | { code: Code; message: string; details: unknown }

/**
 * Reads an answer as the official client does (wire A7): an error in the body counts before the HTTP status, and data
 * before `result`. `body` is the parsed JSON, null for anything else.
 */
export const readAnswer = (http: number, body: unknown): ReadAnswer => {
  const { error, data, result } = Object(body) as { error?: unknown; data?: unknown; result?: unknown }
  let code = codeOfHttp(http)
  let message: string = code
  let details: unknown
  if (error) {
    const told = Object(error) as { status?: unknown; message?: unknown; details?: unknown }
    if (typeof told.status === 'string') {
      const named = codes.find(each => statusOf(each) === told.status)
      if (!named) return { code: 'internal', message: 'internal', details: undefined }
      code = named
      message = told.status
    }
    if (typeof told.message === 'string') message = told.message
    details = told.details
  }
  if (code !== 'ok') return { code, message, details }
  if (!body) return { code: 'internal', message: 'Response is not valid JSON object.', details: undefined }
  const answer = data === undefined ? result : data
  return answer === undefined
    ? { code: 'internal', message: 'Response is missing data field.', details: undefined }
    : { data: answer }
}
