import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { backupProblems } from '#contract/school/backups.plain.ts'
import { id, instant, unrecorded } from '#server/platform/tables.ts'

/** The backups that the school took, and failed attempts. One without `finishedAt` is requested or being taken. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    takenAt: instant().notNull(),
    finishedAt: instant(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    rows: bigint({ mode: 'number' }).notNull().default(0),
    /** Empty until the backup starts. */
    fileName: text().notNull().default(''),
    isEncrypted: boolean().notNull().default(false),
    /** Why it failed; null for a good one. */
    problem: text({ enum: backupProblems }),
  },
  t => [index('backups_taken_at').on(t.takenAt.desc())],
)
unrecorded(backups)
