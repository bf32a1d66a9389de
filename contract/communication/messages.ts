import * as z from 'zod/mini'
import { read } from '../callable.ts'
import { notices } from './messages.notices.ts'
import { threads } from './messages.threads.ts'
import { Id, ListInput, page } from '../values.ts'

export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'sent', 'failed', 'kept']),
  queuedAt: z.string(),
})

export const messages = {
  /** Every email that the school has sent, newest first. */
  'messages-outbox': read({ by: ['admin'], input: ListInput, output: page(Mail) }),
  /**
   * An email that was not sent, for the office to hand over. Emails with a link that opens an account are never shown.
   */
  'messages-letter': read({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ id: Id, to: z.string(), subject: z.string(), text: z.string(), queuedAt: z.string() }),
  }),
  ...notices,
  ...threads,
}
