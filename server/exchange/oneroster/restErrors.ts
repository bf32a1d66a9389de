/** The standard's minor codes (Rostering Service REST binding 1.2, imsx_CodeMinorField). */
type CodeMinor =
  | 'forbidden'
  | 'internal_server_error'
  | 'invaliddata'
  | 'invalid_filter_field'
  | 'invalid_selection_field'
  | 'invalid_sort_field'
  | 'server_busy'
  | 'unauthorisedrequest'
  | 'unknownobject'
  | 'unsupported'

/** An error response to a program's request. */
export class RestError extends Error {
  readonly http: number
  readonly minor: CodeMinor
  constructor(http: number, minor: CodeMinor, description: string) {
    super(description)
    this.http = http
    this.minor = minor
  }
}

/** The status information that the standard sends with every error. */
export const statusInfo = ({ minor, message }: RestError) => ({
  imsx_codeMajor: minor === 'unsupported' ? 'unsupported' : 'failure',
  imsx_severity: 'error',
  imsx_description: message,
  imsx_CodeMinor: {
    imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: minor }],
  },
})
