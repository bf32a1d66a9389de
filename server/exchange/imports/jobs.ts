import type { Job } from '#server/platform/jobs.ts'
import { deleteDraftsBefore } from './queries.ts'

/** A draft that nobody has worked on for so long is thrown away: it holds whole families. */
export const draftDays = 30
export const draftEnd = (from: Date, days: number): Date => new Date(from.getTime() + days * 86_400_000)

/** Throws drafts away that have lain too long. */
export const removeOldDrafts: Job<object> = {
  name: 'imports-remove-old-drafts',
  run: (_data, { database, now }) => deleteDraftsBefore(database.db, draftEnd(now, -draftDays)),
}
