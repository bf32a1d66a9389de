import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { BackupSettings } from '../settings.ts'
import { Id, Instant, Nothing } from '../values.ts'
import { backupProblems, backupWarnings } from './backups.plain.ts'

export * from './backups.plain.ts'

const Backup = z.object({
  id: Id,
  at: Instant,
  bytes: z.int(),
  fileName: z.string(),
  isEncrypted: z.boolean(),
  /** True when the file is still in the folder. It may have been moved. */
  isThere: z.boolean(),
})

export const backups = {
  /** The state of the backups. The files themselves are never sent. */
  'backups-status': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      settings: BackupSettings,
      /** A folder on the server. */
      folder: z.string(),
      /** True when the next one will be encrypted. */
      hasPassphrase: z.boolean(),
      isRunning: z.boolean(),
      /** The last attempt, if it failed. */
      failure: z.nullable(z.object({ at: Instant, problem: z.enum(backupProblems) })),
      warning: z.nullable(z.enum(backupWarnings)),
      /** When the next automatic backup is due; null when it is due now, or when there is none. */
      nextAt: z.nullable(Instant),
      isDue: z.boolean(),
      /** The backups that are kept, newest first. */
      list: z.array(Backup),
    }),
  }),
  /** Records in the audit trail that everything is about to be downloaded as files from `/files/school.zip`. */
  'backups-export': write({ by: ['admin'], input: Nothing, output: Nothing }),
  /** Starts a backup now; `isBegun` is false when one is already in progress. */
  'backups-take': write({ by: ['admin'], input: Nothing, output: z.object({ isBegun: z.boolean() }) }),
}
