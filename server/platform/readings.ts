import type { Database } from './db.ts'
import type { Actor } from './actor.ts'
import { log } from './log.ts'
import { auditEntries } from './tables.ts'

/** The outcome of audit trail entries that record who read notes about health or custody (decision 85). */
const readOutcome = 'read'

type Reading = {
  at: Date
  /** The reader. For an account that views as another person, the account itself. */
  reader: Pick<Actor, 'accountId' | 'personId' | 'email' | 'name'>
  /** The function or the file that contained the notes. */
  action: string
  address: string
  /** Whose notes they were: ids of students, or of the requested record if the notes belong to no student yet. */
  about: readonly string[]
  /** The person as whom the reader viewed. */
  viewedAs?: string | null
}

/**
 * Logs that someone reads notes, before they get them: if this fails, the notes aren't shown. The exception is a full
 * disk, which must not hide a child's allergy: the reading then goes to the server's log.
 */
export const logReading = async (
  database: Pick<Database, 'db' | 'isFull'>,
  { at, reader, action, address, about, viewedAs }: Reading,
): Promise<void> => {
  if (database.isFull()) {
    log.warn({ action, account: reader.accountId, address, about }, 'notes were read while the disk was full')
    return
  }
  await database.db.insert(auditEntries).values({
    at,
    accountId: reader.accountId,
    personId: reader.personId,
    actor: reader.email || reader.name || 'guest',
    action,
    input: viewedAs ? { viewedAs } : {},
    outcome: readOutcome,
    address,
    about: [...about],
  })
}
