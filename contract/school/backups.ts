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
  /** Still in the folder; somebody may have moved it. */
  isThere: z.boolean(),
})

export const backups = {
  /** How it stands with the backups. The files themselves are never sent. */
  'backups-status': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      settings: BackupSettings,
      /** On the server. */
      folder: z.string(),
      /** The next one will be encrypted. */
      hasPassphrase: z.boolean(),
      isRunning: z.boolean(),
      /** The last try, where it failed. */
      failure: z.nullable(z.object({ at: Instant, problem: z.enum(backupProblems) })),
      warning: z.nullable(z.enum(backupWarnings)),
      /** When the next one comes by itself; null when it is due now, or none comes. */
      nextAt: z.nullable(Instant),
      isDue: z.boolean(),
      /** Those that are kept, the newest first. */
      list: z.array(Backup),
    }),
  }),
  /** Writes down that everything is about to be taken along as files, which come from `/files/school.zip`. */
  'backups-export': write({ by: ['admin'], input: Nothing, output: Nothing }),
  /** Has a backup taken now; `isBegun` is false where one is being taken already. */
  'backups-take': write({ by: ['admin'], input: Nothing, output: z.object({ isBegun: z.boolean() }) }),
}
