import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { requestInLog } from './requestId.ts'

/** A failed query names its parameters, mails with secret links among them; only its cause goes into the log. */
const withoutParameters = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error

/** The one log: JSON lines on standard error, so that what a start prints for people stays readable. */
export const log = pino(
  {
    serializers: { err: (error: Error) => pino.stdSerializers.err(withoutParameters(error) as Error) },
    level: process.env['LOG_LEVEL'] ?? 'warn',
    mixin: requestInLog,
    redact: ['*.password', '*.newPassword', '*.idToken', '*.refreshToken', '*.oobCode'],
  },
  pino.destination(2),
)
