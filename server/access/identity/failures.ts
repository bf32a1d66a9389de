import { and, eq, gt, sql } from 'drizzle-orm'
import { auditEntries } from '#server/platform/tables.ts'
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
  const about = sql`${auditEntries.about} @> array[${account.id}::uuid]`
  const isRepeated =
    what === 'signInRefused' &&
    (await db.$count(
      auditEntries,
      and(about, eq(auditEntries.action, action), gt(auditEntries.at, new Date(now.getTime() - quietMs))),
    )) > 0
  if (isRepeated) return
  await db.insert(auditEntries).values({
    at: now,
    actor: account.email ?? '',
    action,
    input: {},
    outcome: what === 'signInRefused' ? 'refused' : 'failed',
    address,
    about: [account.id],
  })
}
