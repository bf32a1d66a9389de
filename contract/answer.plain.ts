/** The codes of a callable's answer (specification, section 8). On the wire they are in capitals, with `_` for `-`. */
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

/** The header with the reference under which the server's log has the request. */
export const referenceHeader = 'x-reference'

/** The header of a write's answer that lists the slices it has changed, separated by spaces; `*` means all of them. */
export const changedHeader = 'x-changed'

/** The status of a code as an answer carries it. */
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

/** The contents of an answer: the data, or an error. */
type ReadAnswer = { data: unknown } | { code: Code; message: string; details: unknown }

/**
 * Reads an answer as the official client does (wire A7): an error in the body takes precedence over the HTTP status,
 * and `data` over `result`. `body` is the parsed JSON, or null if it isn't JSON.
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
