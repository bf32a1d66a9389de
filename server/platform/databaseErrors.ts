const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  '55P03',
  // A full disk, and a primary that has just become a replica. Both pass without any action here.
  '53100',
  '25006',
  // A disk that returns I/O errors.
  '58030',
])

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // Drizzle wraps what the driver throws.
  return error.cause === undefined ? '' : codeOf(error.cause)
}
const deepest = (error: unknown): string =>
  error instanceof Error ? (error.cause === undefined ? error.message : deepest(error.cause)) : ''

/** True if an error means that the database can't be reached at the moment. */
export const isOutage = (error: unknown): boolean =>
  outages.has(codeOf(error)) ||
  // PostgreSQL reports a read-only disk as a missing permission (42501); the message tells them apart.
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Read-only file system/.test(
    deepest(error),
  )

/** True if the same transaction may succeed when it is retried. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** True if an insert violated a unique constraint. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

/**
 * True if the database refused a value as given: too long or too large, not a valid date, id or text (class 22, except
 * a division by zero, which is a bug), or the id of a row that doesn't exist.
 */
export const isRefusedValue = (error: unknown): boolean => {
  const code = codeOf(error)
  return (code.startsWith('22') && code !== '22012') || code === '23503'
}

/**
 * True if undoing met a row that has changed since or that other rows depend on (functions `undo_batch`, migration
 * 0002).
 */
export const isOverwritten = (error: unknown): boolean => ['55000', '23503', '23505'].includes(codeOf(error))
