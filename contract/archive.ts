import * as z from 'zod/mini'
import { reasons } from './errors.ts'
import { Id } from './values.ts'

/** Records to archive or to bring back, at most so many as a person can look through. */
export const Ids = z.object({ ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(500, 'many')) })
/** What was archived, and what stays and why. When nothing could be archived the first reason is the refusal. */
export const Archived = z.object({
  archived: z.array(Id),
  kept: z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), reason: z.enum(reasons) })),
})
export type Archived = z.infer<typeof Archived>
export const Restored = z.object({ restored: z.array(Id) })
