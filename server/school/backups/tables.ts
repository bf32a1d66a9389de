import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { backupProblems } from '#contract/school/backups.plain.ts'
import { id, instant, unrecorded } from '#server/platform/tables.ts'

/** The backups that the school took, and the tries that failed. One without `finishedAt` is wanted or being taken. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    takenAt: instant().notNull(),
    finishedAt: instant(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    rows: bigint({ mode: 'number' }).notNull().default(0),
    /** Empty until it is begun. */
    fileName: text().notNull().default(''),
    isEncrypted: boolean().notNull().default(false),
    /** Why it failed; null of one that is good. */
    problem: text({ enum: backupProblems }),
  },
  t => [index('backups_taken_at').on(t.takenAt.desc())],
)
unrecorded(backups)
