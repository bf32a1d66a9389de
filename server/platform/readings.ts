import type { Database } from './db.ts'
import type { Actor } from './functions.ts'
import { log } from './log.ts'
import { auditEntries } from './tables.ts'

/** The outcome of an entry of the audit trail that says who read notes about health or custody (decision 85). */
const readOutcome = 'read'

type Reading = {
  at: Date
  /** Who read; of somebody who views as another person, themselves. */
  reader: Pick<Actor, 'accountId' | 'personId' | 'email' | 'name'>
  /** The function or the file that told them. */
  action: string
  address: string
  /** Whose notes they were: ids of students, or of the record that was asked for where they are nobody's yet. */
  about: readonly string[]
  /** As whom the reader looked on. */
  viewedAs?: string | null
}

/**
 * Logs that somebody reads notes, before they get them: what can't be logged isn't told. Only a full disk, which takes no
 * row, doesn't hide a child's allergy: then the server's log has it.
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
