import { writeSync } from 'node:fs'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { requestInLog } from './requestId.ts'

/** A failed query names its parameters, mails with secret links among them; only its cause goes into the log. */
const withoutParameters = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error

/**
 * Standard error. Where that is a file on a full disk, lines are lost until there is room: pino's own would end the
 * program, or never let it end.
 */
const lines = {
  write(line: string): void {
    let rest = Buffer.from(line)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(2, rest))
    } catch (error) {
      // A pipe whose reader is slow: this one waits for it.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') process.stderr.write(rest)
    }
  },
}

/** The one log: JSON lines on standard error, so that what a start prints for people stays readable. */
export const log = pino(
  {
    serializers: { err: (error: Error) => pino.stdSerializers.err(withoutParameters(error) as Error) },
    level: process.env['LOG_LEVEL'] ?? 'warn',
    mixin: requestInLog,
    redact: ['*.password', '*.newPassword', '*.idToken', '*.refreshToken', '*.oobCode'],
  },
  lines,
)
