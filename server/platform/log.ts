import { writeSync } from 'node:fs'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { requestInLog } from './requestId.ts'

/**
 * The message of a failed query contains its parameters, among them mails with secret links, so only the cause is
 * logged.
 */
const withoutParameters = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error

/**
 * Standard error. If it is a file on a full disk, lines are lost until there is room. With pino's own stream this would
 * end the program, or keep it from ever ending.
 */
const lines = {
  write(line: string): void {
    let rest = Buffer.from(line)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(2, rest))
    } catch (error) {
      // A pipe with a slow reader: this stream waits for it.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') process.stderr.write(rest)
    }
  },
}

/** The only log: JSON lines on standard error, so that what a start prints for people stays readable. */
export const log = pino(
  {
    serializers: { err: (error: Error) => pino.stdSerializers.err(withoutParameters(error) as Error) },
    level: process.env['LOG_LEVEL'] ?? 'warn',
    mixin: requestInLog,
    redact: ['*.password', '*.newPassword', '*.idToken', '*.refreshToken', '*.oobCode'],
  },
  lines,
)
