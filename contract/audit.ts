import * as z from 'zod/mini'
import { read } from './callable.ts'
import { Id, ListInput, page } from './values.ts'

export const AuditEntry = z.object({
  id: Id,
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  outcome: z.string(),
})

export const audit = {
  /** Who changed what, newest first. */
  'audit-list': read({ by: ['admin'], input: ListInput, output: page(AuditEntry) }),
}
