import * as z from 'zod/mini'
import { read } from '../callable.ts'
import { Day, Id, Instant, Line, ListInput, page } from '../values.ts'

const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** The address that somebody signed in with, or `guest`. */
  actor: z.string(),
  /** Whose it is, where the school knows it. */
  name: z.string(),
  action: z.string(),
  outcome: z.string(),
  /** Whose notes were read. */
  students: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
})
/** Who read notes on health and custody, instead of who changed what. */
const readings = z.optional(z.boolean())

export const audit = {
  /** Who changed what, newest first. */
  'audit-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      readings,
      /** A function's name, such as `terms-create`. */
      action: z.optional(Line),
      /** An account: what was done by it, and what was done to it, to its person or to their children. */
      of: z.optional(Id),
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    output: page(AuditEntry),
  }),
  /** Every function that is in the trail, with how often. */
  'audit-actions': read({
    by: ['admin'],
    input: z.object({ readings }),
    output: z.array(z.object({ action: z.string(), n: z.int() })),
  }),
}
