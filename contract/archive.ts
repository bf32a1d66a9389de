import * as z from 'zod/mini'
import { reasons } from './errors.ts'
import { Id } from './values.ts'

/** The ids of records for a bulk action: up to everything a list can hold. */
export const Ids = z.object({ ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'many')) })
const Kept = z.array(z.object({ id: Id, name: z.string(), nativeName: z.string(), reason: z.enum(reasons) }))
/** The batch that can be undone for 24 hours (batches.ts); null when nothing was done. */
const BatchId = z.nullable(Id)
/**
 * The archived records, and those left as they are, with the reason. When none could be archived, the call fails with
 * the first reason.
 */
export const Archived = z.object({ archived: z.array(Id), kept: Kept, batchId: BatchId })
export type Archived = z.infer<typeof Archived>
export const Restored = z.object({ restored: z.array(Id), batchId: BatchId })
export const Changed = z.object({ changed: z.array(Id), batchId: BatchId })
/** What an action would do: the number of records it affects, and those left out, with the reason. */
export const Preview = z.object({ n: z.int(), kept: Kept })
export type Preview = z.infer<typeof Preview>
