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
  // A disk without room, and a primary that has just become a replica: both pass without us.
  '53100',
  '25006',
  // A disk that answers with errors.
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

/** Whether an error means that the database can't be reached just now. */
export const isOutage = (error: unknown): boolean =>
  outages.has(codeOf(error)) ||
  // PostgreSQL takes a disk that lets nobody write for a missing right (42501), and says which it was.
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Read-only file system/.test(
    deepest(error),
  )

/** Whether the same transaction may succeed when it is tried again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Whether an insert met a row that is there already. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

/**
 * Whether the database refused a value as it was given: too long or too large, no date, no id, no text that it can
 * keep (class 22, but for a division by zero, which is a fault of ours), or the id of a row that isn't there.
 */
export const isRefusedValue = (error: unknown): boolean => {
  const code = codeOf(error)
  return (code.startsWith('22') && code !== '22012') || code === '23503'
}

/** Whether undoing met a row that is not as it was left, or that others build on (functions `undo_batch`, migration 0002). */
export const isOverwritten = (error: unknown): boolean => ['55000', '23503', '23505'].includes(codeOf(error))
