import type { Job } from '#server/platform/jobs.ts'
import { deleteDraftsBefore } from './queries.ts'

/** The number of days after which an untouched draft is deleted, since it holds data of whole families. */
export const draftDays = 30
export const draftEnd = (from: Date, days: number): Date => new Date(from.getTime() + days * 86_400_000)

/** Deletes drafts that have been untouched for too long. */
export const removeOldDrafts: Job<object> = {
  name: 'imports-remove-old-drafts',
  run: (_data, { database, now }) => deleteDraftsBefore(database.db, draftEnd(now, -draftDays)),
}
