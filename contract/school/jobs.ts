import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Instant, Nothing } from '../values.ts'
import { mailProblems } from './config.plain.ts'
import { jobNames, jobProblems } from './jobs.plain.ts'

export * from './jobs.plain.ts'

const Sending = z.object({
  id: Id,
  /** The subject that most of its emails have. */
  subject: z.string(),
  at: Instant,
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Emails kept for the office to hand over, because there was no mail server. */
  kept: z.int(),
})

export const jobs = {
  /** The state of background jobs: what failed, and the progress of bulk sendings. */
  'jobs-status': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      /** Jobs that have used up their attempts. */
      failures: z.array(
        z.object({
          id: Id,
          name: z.enum(jobNames),
          problem: z.enum(jobProblems),
          /** For the person who runs the server. */
          error: z.string(),
          at: Instant,
        }),
      ),
      nFailures: z.int(),
      /** Emails that were not sent, without those that open an account. */
      mails: z.array(
        z.object({
          id: Id,
          to: z.string(),
          subject: z.string(),
          problem: z.enum(mailProblems),
          error: z.string(),
          at: Instant,
        }),
      ),
      nMails: z.int(),
      sendings: z.array(Sending),
    }),
  }),
  /** Runs a failed job again. */
  'jobs-retry': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
  /**
   * Sends a failed email again; without an id, all of the last 30 days except those that may have arrived. Returns how
   * many.
   */
  'jobs-resend': write({
    by: ['admin'],
    input: z.object({ id: z.optional(Id) }),
    output: z.object({ mails: z.int() }),
  }),
}
