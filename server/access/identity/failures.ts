import { noteEntry } from '#server/access/audit/acts.ts'
import { isNoted } from './failureQueries.ts'
import type { AnyAccount } from './queries.ts'
import type { Ask } from './wire.ts'

/** A sign-in that is refused without being looked at is in the trail a limited number of times. */
const quietMs = 15 * 60_000

/**
 * Notes in the office's trail that somebody tried to get into an account and didn't: by a wrong password or a wrong
 * code, or too often. Nothing of what they typed is kept, and addresses that nobody has are passed over.
 */
export const noteFailure = async (
  { tools, now, address }: Ask,
  account: Pick<AnyAccount, 'id' | 'email'> | undefined,
  what: 'signInFailed' | 'signInRefused' | 'codeFailed',
): Promise<void> => {
  if (!account) return
  const { db } = tools.database
  const action = `identity-${what}`
  const isRefused = what === 'signInRefused'
  if (isRefused && (await isNoted(db, account.id, action, new Date(now.getTime() - quietMs)))) return
  await noteEntry(db, {
    at: now,
    actor: account.email ?? '',
    action,
    input: {},
    outcome: isRefused ? 'refused' : 'failed',
    address,
    about: [account.id],
  })
}
