import { DrizzleQueryError } from 'drizzle-orm'
import { asSentence } from '#server/platform/printed.ts'
import { oldestPostgres, tooOld } from '#server/platform/serverVersion.ts'

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

const checkAddress = 'Check the address, and that its server is running.'
const checkAccount = 'Check the user and the password in it, and that the server lets this user in (pg_hba.conf).'
const checkSchool = 'It has no school there. Check the address and SCHOOL_SCHEMA, or make a school: npm start'
/** What to do about an error, by its code. */
const advice = {
  '28P01': checkAccount,
  '28000': checkAccount,
  '3D000': 'Create this database, or correct its name in the address.',
  '42501': 'Make the user in it the owner of the database.',
  '3F000': checkSchool,
  '42P01': checkSchool,
  [tooOld]: `Use PostgreSQL ${oldestPostgres} or later.`,
  ECONNREFUSED: checkAddress,
  EHOSTUNREACH: checkAddress,
  ENETUNREACH: checkAddress,
  ENOTFOUND: checkAddress,
  ETIMEDOUT: checkAddress,
} as const
const isAdvised = (code: string): code is keyof typeof advice => Object.hasOwn(advice, code)

/** An error's message, without the statement that Drizzle puts in its place. */
const messageOf = (error: unknown): string => {
  if (error instanceof DrizzleQueryError) return messageOf(error.cause)
  // A host name with several addresses fails with one error for each of them.
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** The error for a server from the settings that can't be used: why, and what to do. */
export const unusable = (cause: unknown): Error => {
  const code = codeOf(cause)
  return new Error(
    `The database at DATABASE_URL can’t be used: ${asSentence(messageOf(cause))} ${isAdvised(code) ? advice[code] : checkAddress}`,
    { cause },
  )
}

/** What a command prints about the error that ended it. */
export const lastLine = (error: unknown, environment: Record<string, string | undefined>): string =>
  environment['DATABASE_URL'] && isAdvised(codeOf(error)) ? unusable(error).message : messageOf(error)
