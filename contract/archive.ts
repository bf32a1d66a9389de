import * as z from 'zod/mini'
import { reasons } from './errors.ts'
import { Id } from './values.ts'

/** Records that something is done to at once: all that a list can have. */
export const Ids = z.object({ ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'many')) })
const Kept = z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), reason: z.enum(reasons) }))
/** The batch that takes all of it back for 24 hours (batches.ts); null when nothing was done. */
const BatchId = z.nullable(Id)
/** What was archived, and what stays and why. When nothing could be archived the first reason is the refusal. */
export const Archived = z.object({ archived: z.array(Id), kept: Kept, batchId: BatchId })
export type Archived = z.infer<typeof Archived>
export const Restored = z.object({ restored: z.array(Id), batchId: BatchId })
export const Changed = z.object({ changed: z.array(Id), batchId: BatchId })
/** What would happen: to how many, and who is left out and why. */
export const Preview = z.object({ n: z.int(), kept: Kept })
export type Preview = z.infer<typeof Preview>
