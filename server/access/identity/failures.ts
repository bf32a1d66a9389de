import { noteEntry } from '#server/access/audit/acts.ts'
import { isNoted } from './failureQueries.ts'
import type { AnyAccount } from './queries.ts'
import type { Ask } from './wire.ts'

/** Milliseconds during which further refused sign-ins of an account are not recorded in the trail. */
const quietMs = 15 * 60_000

/**
 * Records in the office's trail that someone tried to get into an account and failed: with a wrong password, a wrong
 * code, or too many attempts. Nothing of what was typed is kept, and addresses without an account are skipped.
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
