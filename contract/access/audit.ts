import * as z from 'zod/mini'
import { read } from '../callable.ts'
import { Day, Id, Instant, Line, ListInput, page } from '../values.ts'

const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** The address that the actor signed in with, or `guest`. */
  actor: z.string(),
  /** The names of the account's owner, when the school knows them. */
  name: z.string(),
  nativeName: z.string(),
  action: z.string(),
  outcome: z.string(),
  /** The students whose notes were read. */
  students: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string() })),
})
/** Lists reads of notes on health and custody instead of changes. */
const readings = z.optional(z.boolean())

export const audit = {
  /** The audit trail, newest first. */
  'audit-list': read({
    by: ['admin'],
    input: z.object({
      ...ListInput.shape,
      readings,
      /** A function's name, such as `terms-create`. */
      action: z.optional(Line),
      /** An account: lists what it did, and what was done to it, to its person or to that person's children. */
      of: z.optional(Id),
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    output: page(AuditEntry),
  }),
  /** Every function in the audit trail, with the number of its entries. */
  'audit-actions': read({
    by: ['admin'],
    input: z.object({ readings }),
    output: z.array(z.object({ action: z.string(), n: z.int() })),
  }),
}
