import { pino } from 'pino'

/** The one log: JSON lines on standard error, so that what a start prints for people stays readable. */
export const log = pino(
  {
    level: process.env['LOG_LEVEL'] ?? 'warn',
    redact: ['*.password', '*.newPassword', '*.idToken', '*.refreshToken', '*.oobCode', '*.code'],
  },
  pino.destination(2),
)
export type Log = typeof log
